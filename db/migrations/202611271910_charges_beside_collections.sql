-- The state of the feed reports charges that were delivered beside what we had the bank collect of the same fare.
grant select (amount_minor, currency, bank_reference) on collections to tapfolio_feed;
