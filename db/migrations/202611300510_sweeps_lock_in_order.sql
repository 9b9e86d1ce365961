-- The sweep locks rows in the order in which calls lock them. To lock a row needs a right to change it: of a column that gives the worker no
-- power, because it writes the mail of a registration and may delete a limit.
grant select (token_hash), update (language) on registrations to tapfolio_worker;
grant select (bucket), update (pending_until) on throttles to tapfolio_worker;
