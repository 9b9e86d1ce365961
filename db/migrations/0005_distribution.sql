-- The only engine-aware step: does nothing unless the citus extension is installed in this database.
do $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    perform create_reference_table(t::regclass) from unnest('{operators,lines,stops}'::text[]) as t;
    perform create_distributed_table('media', 'medium_id');
    perform create_distributed_table(t, 'medium_id', colocate_with => 'media')
      from unnest('{taps,trips,payments,settlements,authorisations,products}'::text[]) as t;
    perform create_distributed_table('service_references', 'srid', colocate_with => 'none');
    perform create_distributed_table('tap_lookups', 'tap_id', colocate_with => 'none');
  end if;
end
$$;
