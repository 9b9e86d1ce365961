-- On a cluster the rows lie on other nodes, which plan for them by what they know. An import that is cut off leaves tables there without
-- a row and with many pages; autovacuum comes by while the next import fills them, and they count as empty until that one commits:
-- each row of a batch is compared with all of such a table. They cannot be analyzed in the transaction that fills them, for its
-- connections are not the owner's. So their pages are taken away before.
create function vacuum_left_shards() returns void
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
    cross join json_array_elements_text(node.result::json) as part
    join pg_dist_shard shard on part = format('%s_%s', shard.logicalrelid, shard.shardid)
  loop
    perform run_command_on_shards(left_over, 'vacuum (skip_locked) %s');
  end loop;
end
$$;
comment on function vacuum_left_shards is 'On a cluster: takes away the pages of tables that an import which was cut off has left without a row';
revoke execute on function vacuum_left_shards from public;
grant execute on function vacuum_left_shards to tapfolio_feed;
