-- A statement shows every charge by itself, so each of their amounts proves a reference, and not their sum.
alter table service_references add column charged_minor bigint[];
comment on column service_references.charged_minor is 'Amounts the bank took one by one; null while they are unknown or the only one is amount_minor';
comment on column service_references.amount_minor is 'What was paid, or what is due while nothing was; what the statement shows where charged_minor is null';

-- Through a table of its own, since settlements and references lie on different nodes when distributed.
create temp table charged on commit drop as
select srid, medium_id, array_agg(distinct amount_minor order by amount_minor) as amounts
from settlements
where approved and direction = 'debit' and srid is not null
group by srid, medium_id;
update service_references as known
set charged_minor = nullif(charged.amounts, array[known.amount_minor]),
  paid = true
from charged
where known.srid = charged.srid
  and known.medium_id = charged.medium_id
  and (known.paid, array[known.amount_minor]) is distinct from (true, charged.amounts);
drop table charged;
