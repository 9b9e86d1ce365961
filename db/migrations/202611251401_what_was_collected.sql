-- The worker writes down what the bank took for an unpaid fare: a delivery of that moment may have given the fare another amount.
grant update (due_minor) on debts to tapfolio_worker;
comment on column debts.due_minor is 'What is missing by the newest delivery; once the fare is settled, what was missing last, or what the bank took of it for us';
