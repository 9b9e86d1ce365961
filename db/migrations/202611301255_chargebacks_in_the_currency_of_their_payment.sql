-- A chargeback of an Enghouse payment that names no currency had that of the home operator: a payment of a partner in another currency was shown with
-- money given back in that one, without a receipt. Only its payment, which may be delivered later or be corrected, has its currency.
alter table chargebacks alter column currency drop not null;
comment on column chargebacks.currency is 'Null if the bank names none: then it is that of the payment';
