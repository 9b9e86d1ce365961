-- What we had the bank collect of a fare follows it to the reference that a newer delivery gives it.

grant select (medium_id, collection_id, payment_id, outcome, closed_at) on collections to tapfolio_feed;
