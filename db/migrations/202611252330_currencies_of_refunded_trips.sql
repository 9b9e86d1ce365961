-- A delivered refund is shared among the trips of a payment only if their fares have one currency.
grant select (currency) on trips to tapfolio_worker;
