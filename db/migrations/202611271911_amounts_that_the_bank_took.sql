-- A bank may take another amount than it was asked for. Screens read what was taken from the try, which had the amount that was asked for.
comment on column collections.amount_minor is 'What the passenger confirmed; once the bank took money, what it took';

update collections as own
set amount_minor = line.paid_minor
from payments as line
where own.outcome = 'approved'
  and line.medium_id = own.medium_id
  and line.opened_at = own.closed_at
  and line.payment_id = own.collection_id
  and line.currency = own.currency
  and line.paid_minor > 0
  and line.paid_minor <> own.amount_minor;
comment on column refunds.amount_minor is 'What was asked for; once the bank gave money back, what it gave';
