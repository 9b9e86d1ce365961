-- The importer asks for nothing more of a fare of which the bank took another currency than it was asked for.
grant select (taken_currency) on collections to tapfolio_feed;
