-- A delivered movement that is older than the request of our collection is another one (0063).
grant select (requested_at) on collections to tapfolio_feed;
