-- What an import has left is vacuumed by one command per node. All parts of a table, one after the other, each on a connection of its own, took five times as
-- long as that for six months, and more the more months a history has.
create or replace function vacuum_left_shards() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nodes text[];
  ports integer[];
  commands text[];
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  select array_agg(nodename), array_agg(nodeport), array_agg(command)
  into nodes, ports, commands
  from (
    select node.nodename, node.nodeport, 'vacuum (skip_locked) ' || string_agg(format('public.%I', part), ', ') as command
    from run_command_on_workers(
      $nodes$
        select coalesce(json_agg(relname), '[]')
        from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace
          and (
            reltuples = 0 and relpages > 0
            or pg_stat_get_live_tuples(oid) = 0 and pg_stat_get_dead_tuples(oid) > 0
          )
      $nodes$
    ) as node
    cross join json_array_elements_text(case when node.success then node.result::json else '[]' end) as part
    join pg_dist_shard shard on part = format('%s_%s', shard.logicalrelid, shard.shardid)
    group by node.nodename, node.nodeport
  ) as left_over;
  if nodes is not null then
    perform master_run_on_worker(nodes, ports, commands, true);
  end if;
end
$$;
