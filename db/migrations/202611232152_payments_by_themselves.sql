-- A newer export may give a payment another reference and another opening at once: where it lies so far is looked up by the payment. In
-- the payments themselves that would be a look into every month; only those to which no reference leads are looked for there.
create index service_references__payment_id on service_references (payment_id);
create index payments__without_reference on payments (medium_id, payment_id) where srid is null;
