-- A refund that the back office delivers after ours was requested may leave too little for ours: what was refunded before is compared
-- before the bank is asked. Null for refunds that an older release stored.
alter table refunds add column refunded_before_minor bigint;
comment on column refunds.refunded_before_minor is 'What the payment had given back when this refund was requested';
