-- A bank may take another currency than it was asked for. Screens then called the fare paid in its own currency.
alter table collections
  add column taken_minor bigint,
  add column taken_currency character(3);
alter table collections add constraint collections__taken check ((taken_minor is null) = (taken_currency is null));
comment on column collections.amount_minor is 'What the passenger confirmed; once the bank took money in the same currency, what it took';
comment on column collections.taken_minor is 'What the bank took, if it took another currency than it was asked for';
comment on column collections.taken_currency is 'The currency of taken_minor';

update collections as own
set taken_minor = line.paid_minor, taken_currency = line.currency
from payments as line
where own.outcome = 'approved'
  and line.medium_id = own.medium_id
  and line.opened_at = own.closed_at
  and line.payment_id = own.collection_id
  and line.currency <> own.currency
  and line.paid_minor > 0;
