-- What a distributed engine (Citus) asks of our schema, checked on any PostgreSQL: one row per violation, none when
-- the schema will distribute. $1 is the manifest as JSON: apps/server/src/database/tables says of every table on which
-- side it is ('media', 'reference', 'local' and so on) and by which column it is spread.
with manifest as (
  select * from json_to_recordset($1) as entry (table_name text, side text, key text)
),
tables as (
  select c.oid, c.relkind, c.relrowsecurity, m.*,
    (select a.attnum from pg_attribute a where a.attrelid = c.oid and a.attname = m.key) as key_number
  from manifest m
  join pg_class c on c.relname = m.table_name and c.relnamespace = 'public'::regnamespace
)
select 'a table that is not declared' as rule, c.relname::text as what
from pg_class c
where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
  and c.relname not in (select table_name from manifest)

union all
select 'a declaration without a table', m.table_name
from manifest m
where to_regclass('public.' || m.table_name) is null

union all
select 'a distribution key that is missing, nullable or generated', t.table_name
from tables t
where t.key is not null and not exists (
  select from pg_attribute a
  where a.attrelid = t.oid and a.attnum = t.key_number and a.attnotnull and a.attgenerated = '')

union all
select 'a unique index without the distribution key as a plain column', i.indexrelid::regclass::text
from pg_index i
join tables t on t.oid = i.indrelid
where i.indisunique and t.key is not null
  and not t.key_number = any ((i.indkey::int2[])[0:i.indnkeyatts - 1])

union all
select 'a primary key that does not begin with the distribution key', t.table_name
from pg_index i
join tables t on t.oid = i.indrelid
where i.indisprimary and t.key is not null and (i.indkey::int2[])[0] <> t.key_number

union all
select 'an exclusion constraint', n.conname::text
from pg_constraint n
join tables t on t.oid = n.conrelid
where n.contype = 'x' and t.side <> 'local'

union all
select 'a foreign key across sides, or not along the key, or into a time partition', n.conname::text
from pg_constraint n
join tables s on s.oid = n.conrelid
join tables t on t.oid = n.confrelid
where n.contype = 'f' and n.conparentid = 0
  and not (s.side <> 'local' and t.side = 'reference')
  and not (s.side = 'local' and t.side = 'local')
  and not (
    s.side = t.side and s.key is not null and t.relkind = 'r'
    and exists (
      select from generate_subscripts(n.conkey, 1) k
      where n.conkey[k] = s.key_number and n.confkey[k] = t.key_number))

union all
select 'a foreign key that sets the distribution key to null or default', n.conname::text
from pg_constraint n
join tables t on t.oid = n.conrelid
where n.contype = 'f' and (n.confdeltype in ('n', 'd') or n.confupdtype in ('n', 'd')) and t.key_number = any (n.conkey)

union all
select 'a trigger on a distributed or reference table', g.tgname::text
from pg_trigger g
join tables t on t.oid = g.tgrelid
where not g.tgisinternal and t.side <> 'local'

union all
select 'an identity or sequence on a distributed table', t.table_name || '.' || a.attname
from tables t
join pg_attribute a on a.attrelid = t.oid and a.attnum > 0
left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
where t.key is not null and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval%')

union all
select 'row level security on a distributed table', t.table_name
from tables t
where t.relrowsecurity and t.side <> 'local'

union all
select 'table inheritance', i.inhrelid::regclass::text
from pg_inherits i
join tables t on t.oid = i.inhparent
join pg_class c on c.oid = i.inhrelid
where not c.relispartition

order by 1, 2
