/** Any fixed number will do: processes that start at once take turns. */
const installLock = 6_031_774_820;

/**
 * What the worker needs of the queue. Its library secures the tables row by row without a policy, so that only
 * their owner sees a job; it may add tables with a new version, so this looks at all of them and adds what is missing.
 */
export const letWorkerWork = `
  do $$
  declare
    relation record;
  begin
    perform pg_advisory_xact_lock(${installLock});
    if not has_schema_privilege('tapfolio_worker', 'graphile_worker', 'usage') then
      grant usage on schema graphile_worker to tapfolio_worker;
    end if;
    for relation in
      select c.oid, format('graphile_worker.%I', c.relname) as name, c.relrowsecurity as is_secured,
        c.relkind = 'v' or c.relname = 'migrations' as is_read_only
      from pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'v')
    loop
      if not has_table_privilege('tapfolio_worker', relation.oid, 'select') then
        execute format('grant select on %s to tapfolio_worker', relation.name);
      end if;
      if not relation.is_read_only and not has_table_privilege('tapfolio_worker', relation.oid, 'delete') then
        execute format('grant insert, update, delete on %s to tapfolio_worker', relation.name);
      end if;
      if relation.is_secured and not exists (select from pg_policy where polrelid = relation.oid) then
        execute format('create policy tapfolio_worker on %s to tapfolio_worker using (true)', relation.name);
      end if;
    end loop;
  end
  $$`;
