-- A node that is away answers with a sentence instead of its list. It was read as JSON, so an import said that JSON was wrong and not which
-- node was lost.
create or replace function vacuum_left_shards() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  left_over regclass;
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  for left_over in
    select distinct shard.logicalrelid
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
  loop
    perform run_command_on_shards(left_over, 'vacuum (skip_locked) %s');
  end loop;
end
$$;
