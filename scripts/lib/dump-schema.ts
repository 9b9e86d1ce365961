import type pg from 'pg';

/**
 * Writes the schema as SQL text, from the catalogue: the built-in PostgreSQL comes without pg_dump. Partitions are left
 * out, since months come and go, and so is the list of migrations. Everything is sorted by name. Owners are left out: one
 * login owns everything. @throws when the schema has an object of a kind that is not written.
 */
export async function dumpSchema(client: pg.ClientBase): Promise<string> {
  await assertAllKnown(client);
  const sections = [
    await blocks(client, schemaRights, '\n'),
    await blocks(client, functions),
    await blocks(client, functionComments, '\n'),
    await blocks(client, callers, '\n'),
    await tables(client),
    await blocks(client, views),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

const ourRelation =
  "c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations' and not c.relispartition";
const notFromExtension = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

/** Objects of kinds that are not written, so that the comparison could not notice their loss. Before you use one, make this file write it. */
const unknown = `
  select 'relation ' || c.relname as what from pg_class c
  where c.relkind not in ('r', 'p', 'i', 'I', 'S', 'v') and ${ourRelation}
  union all
  select 'sequence ' || c.relname from pg_class c
  where c.relkind = 'S' and c.relname <> 'schema_migrations_id_seq' and ${ourRelation}
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i')
  union all
  select 'inheritance of ' || c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where c.relkind in ('r', 'p') and ${ourRelation}
  union all
  select 'trigger ' || t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and ${ourRelation}
  union all
  select 'policy ' || p.polname from pg_policy p join pg_class c on c.oid = p.polrelid where ${ourRelation}
  union all
  select 'statistics ' || s.stxname from pg_statistic_ext s where s.stxnamespace = 'public'::regnamespace
  union all
  select 'rule ' || r.rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relkind in ('r', 'p') and ${ourRelation}
  union all
  select 'type ' || t.typname from pg_type t
  where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e', 'r', 'm') and ${notFromExtension('pg_type', 't.oid')}
  union all
  select 'aggregate ' || p.proname from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('a', 'w') and ${notFromExtension('pg_proc', 'p.oid')}
  union all
  select 'collation ' || collname from pg_collation where collnamespace = 'public'::regnamespace
  union all
  select 'operator ' || oprname from pg_operator
  where oprnamespace = 'public'::regnamespace and ${notFromExtension('pg_operator', 'pg_operator.oid')}
  union all
  select 'default rights of ' || defaclrole::regrole from pg_default_acl where defaclnamespace in (0, 'public'::regnamespace)
  union all
  select 'event trigger ' || evtname from pg_event_trigger where ${notFromExtension('pg_event_trigger', 'pg_event_trigger.oid')}
  union all
  select 'publication ' || pubname from pg_publication`;

/** Each of these answers one row per object with its text, sorted. */
const schemaRights = `
  select 'grant ' || string_agg(lower(a.privilege_type) || case when a.is_grantable then ' with grant option' else '' end, ', ' order by a.privilege_type)
    || ' on schema public to ' || coalesce(r.rolname, 'public') || ';' as text
  from pg_namespace n, aclexplode(n.nspacl) a left join pg_roles r on r.oid = a.grantee
  where n.nspname = 'public' and a.grantee <> n.nspowner and coalesce(r.rolname, '') <> 'pg_database_owner'
  group by r.rolname order by r.rolname`;

const functions = `
  select rtrim(pg_get_functiondef(p.oid), e'\n') || ';' as text
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and ${notFromExtension('pg_proc', 'p.oid')}
  order by p.proname, pg_get_function_identity_arguments(p.oid)`;

const functionComments = `
  select 'comment on function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ') is ' || quote_literal(m.description) || ';' as text
  from pg_proc p join pg_description m on m.classoid = 'pg_proc'::regclass and m.objoid = p.oid
  where p.pronamespace = 'public'::regnamespace and ${notFromExtension('pg_proc', 'p.oid')}
  order by p.proname, pg_get_function_identity_arguments(p.oid)`;

const columns = `
  select c.relname as table,
    '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attstorage <> t.typstorage then ' storage ' || a.attstorage::text else '' end
    || case when a.attcompression <> '' then ' compression ' || a.attcompression::text else '' end
    || case when coalesce(a.attstattarget, -1) <> -1 then ' statistics ' || a.attstattarget else '' end
    || coalesce((select ' options (' || string_agg(o, ', ' order by o) || ')' from unnest(a.attoptions) o where o like 'n_distinct%'), '')
    || case when a.attcollation <> t.typcollation then ' collate ' || quote_ident(l.collname) else '' end
    || case a.attidentity when 'a' then ' generated always as identity' when 'd' then ' generated by default as identity' else '' end
    || case
         when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
         when a.attgenerated = 'v' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') virtual'
         when d.oid is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
         else ''
       end
    || case when a.attnotnull then ' not null' else '' end as text
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_collation l on l.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relkind in ('r', 'p') and ${ourRelation}
  order by c.relname, a.attnum`;

const constraints = `
  select c.relname as table, '  constraint ' || n.conname || ' ' || pg_get_constraintdef(n.oid) as text
  from pg_constraint n join pg_class c on c.oid = n.conrelid
  where n.contype in ('p', 'u', 'c', 'f', 'x') and ${ourRelation}
  order by c.relname, position(n.contype in 'pufcx'), n.conname`;

const partitionKeys = `
  select c.relname as table, ' partition by ' || pg_get_partkeydef(c.oid) as text
  from pg_class c where c.relkind = 'p' and ${ourRelation} order by c.relname`;

const storage = `
  select c.relname as table, coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as text
  from pg_class c where c.relkind in ('r', 'p') and ${ourRelation} order by c.relname`;

/** What a table is besides its columns, where it is not the ordinary. */
const states = `
  select c.relname as table, 'alter table ' || c.relname || ' ' || state || ';' as text
  from pg_class c,
    unnest(array[
      case when c.relpersistence = 'u' then 'set unlogged' end,
      case when c.relrowsecurity then 'enable row level security' end,
      case when c.relforcerowsecurity then 'force row level security' end,
      case when c.relreplident <> 'd' then 'replica identity ' || c.relreplident::text end
    ]) as state
  where c.relkind in ('r', 'p') and ${ourRelation} and state is not null order by c.relname, state`;

const indexes = `
  select c.relname as table,
    case
      when n.oid is null then pg_get_indexdef(i.indexrelid)
      else 'alter index ' || x.relname || ' set (' || array_to_string(x.reloptions, ', ') || ')'
    end || ';' as text
  from pg_index i
  join pg_class c on c.oid = i.indrelid
  join pg_class x on x.oid = i.indexrelid
  left join pg_constraint n on n.conindid = i.indexrelid and n.contype in ('p', 'u', 'x')
  where ${ourRelation} and (n.oid is null or x.reloptions is not null)
  order by c.relname, x.relname`;

const comments = `
  select coalesce((select x.indrelid::regclass::text from pg_index x where x.indexrelid = c.oid), c.relname) as table,
    case
      when m.classoid = 'pg_constraint'::regclass
        then 'comment on constraint ' || n.conname || ' on ' || c.relname
      when c.relkind in ('i', 'I') then 'comment on index ' || c.relname
      when m.objsubid = 0 then 'comment on table ' || c.relname
      else 'comment on column ' || c.relname || '.' || a.attname
    end || ' is ' || quote_literal(m.description) || ';' as text
  from pg_description m
  left join pg_constraint n on m.classoid = 'pg_constraint'::regclass and n.oid = m.objoid
  join pg_class c on c.oid = case when m.classoid = 'pg_class'::regclass then m.objoid else n.conrelid end
  left join pg_attribute a on a.attrelid = c.oid and a.attnum = m.objsubid and m.classoid = 'pg_class'::regclass
  where c.relkind in ('r', 'p', 'i', 'I') and ${ourRelation}
  order by c.relname, m.classoid = 'pg_constraint'::regclass, m.objsubid, n.conname`;

/** One line for each role and set of rights; those of the owner go without saying. */
const grants = `
  with given as (
    select c.relname as table, case when a.is_grantable then ' with grant option' else '' end as columns, a.grantee, a.privilege_type
    from pg_class c, aclexplode(c.relacl) a
    where c.relkind in ('r', 'p') and ${ourRelation} and a.grantee <> c.relowner
    union all
    select c.relname, ' (' || string_agg(t.attname, ', ' order by t.attnum) || ')', a.grantee, a.privilege_type
    from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
    where ${ourRelation} and a.grantee <> c.relowner
    group by c.relname, a.grantee, a.privilege_type
  )
  select g.table, 'grant ' || string_agg(lower(g.privilege_type) || g.columns, ', ' order by g.privilege_type, g.columns)
    || ' on ' || g.table || ' to ' || coalesce(r.rolname, 'public') || ';' as text
  from given g left join pg_roles r on r.oid = g.grantee
  group by g.table, r.rolname
  order by g.table, r.rolname`;

/** A view with its options, its comment and who may use it. */
const views = `
  select 'create view ' || c.relname || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') || e' as\n'
    || pg_get_viewdef(c.oid)
    || coalesce(e'\ncomment on view ' || c.relname || ' is ' || quote_literal(obj_description(c.oid, 'pg_class')) || ';', '')
    || coalesce((
      select e'\n' || string_agg('grant ' || lower(a.privilege_type) || ' on ' || c.relname || ' to '
        || coalesce(r.rolname, 'public') || ';', e'\n' order by r.rolname, a.privilege_type)
      from aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
      where a.grantee <> c.relowner), '') as text
  from pg_class c
  where c.relkind = 'v' and ${ourRelation}
  order by c.relname`;

const callers = `
  select 'grant execute on function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ') to '
    || string_agg(coalesce(r.rolname, 'public') || case when a.is_grantable then ' with grant option' else '' end, ', ' order by r.rolname) || ';' as text
  from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a left join pg_roles r on r.oid = a.grantee
  where p.pronamespace = 'public'::regnamespace and a.grantee <> p.proowner and ${notFromExtension('pg_proc', 'p.oid')}
  group by p.oid, p.proname
  order by p.proname, pg_get_function_identity_arguments(p.oid)`;

async function assertAllKnown(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ what: string }>(unknown);
  if (rows.length > 0)
    throw new Error(`scripts/lib/dump-schema.ts does not write: ${rows.map(({ what }) => what).join(', ')}`);
}

async function blocks(client: pg.ClientBase, query: string, between = '\n\n'): Promise<string> {
  const { rows } = await client.query<{ text: string }>(query);
  return rows.map((row) => row.text.trimEnd()).join(between);
}

async function tables(client: pg.ClientBase): Promise<string> {
  const column = await byTable(client, columns);
  const constraint = await byTable(client, constraints);
  const partitionKey = await byTable(client, partitionKeys);
  const option = await byTable(client, storage);
  const index = await byTable(client, indexes);
  const comment = await byTable(client, comments);
  const grant = await byTable(client, grants);
  const state = await byTable(client, states);
  const texts = [...column].map(([table, lines]) => {
    const inside = [...lines, ...(constraint.get(table) ?? [])].join(',\n');
    const create = `create table ${table} (\n${inside}\n)${partitionKey.get(table)?.[0] ?? ''}${option.get(table)?.[0] ?? ''};`;
    return [create, ...[state, index, comment, grant].flatMap((lines) => lines.get(table) ?? [])].join('\n');
  });
  return texts.join('\n\n');
}

async function byTable(client: pg.ClientBase, query: string): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; text: string }>(query);
  const lines = new Map<string, string[]>();
  for (const { table, text } of rows) lines.set(table, [...(lines.get(table) ?? []), text]);
  return lines;
}
