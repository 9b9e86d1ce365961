-- While the bank is still to answer about a payment, the rest of its fare may yet be paid: readers look at the payment.
comment on column debts.written_off_minor is 'Once the fare is settled: how much of what was missing is not paid; nobody asks for it any more unless its payment waits for the bank';
grant select (status) on payments to tapfolio_worker;
