-- What a fare was before caps and discounts, as some back offices deliver it: without it nobody can say what a cap saved.

alter table trips add column full_fare_minor bigint;
comment on column trips.full_fare_minor is 'What it would have cost without caps and discounts, where the back office says so';
