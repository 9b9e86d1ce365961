-- A refund that ends gets the reference that its payment has now.
grant select (srid) on payments to tapfolio_worker;
