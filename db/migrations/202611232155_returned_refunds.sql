-- A refund that the card's account did not take comes back to the bank, days after it was done.
-- Each change by itself: Citus takes no constraint beside others.

alter table refunds drop constraint refunds__state;
alter table refunds add constraint refunds__state
  check (state in ('requested', 'submitting', 'unknown', 'refunded', 'declined', 'returned'));
alter table refunds drop constraint refunds__closed;
alter table refunds add constraint refunds__closed
  check ((state in ('refunded', 'declined', 'returned')) = (closed_at is not null));
comment on column refunds.closed_at is 'When the bank decided; of a refund whose money came back to it, when it said so';
comment on column refund_trips.is_void is 'The bank declined the refund, or its money came back: the trip may be refunded by another one';

-- What a delivery has written at a trip instead of us stays.
grant select (refund_minor, refund_reason) on trips to tapfolio_worker;
