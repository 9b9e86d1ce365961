-- A bank may give back another currency than it was asked for. Screens then called the refund one of the amount that was asked for.
-- Of a refund from before, only its alarm says what the bank gave back.
alter table refunds
  add column given_minor bigint,
  add column given_currency character(3);
alter table refunds add constraint refunds__given check ((given_minor is null) = (given_currency is null));
comment on column refunds.amount_minor is 'What was asked for; once the bank gave back money in the same currency, what it gave';
comment on column refunds.given_minor is 'What the bank gave back, if it gave another currency than it was asked for';
comment on column refunds.given_currency is 'The currency of given_minor';
