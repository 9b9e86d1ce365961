-- A newer export may take a chargeback its charge away: then the importer removes it from the payment, and it waits again.
grant delete on chargebacks to tapfolio_feed;

-- A movement of money finds the chargebacks that name its reference.
create index chargebacks__retrieval_reference on chargebacks (retrieval_reference);
