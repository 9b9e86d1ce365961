-- A refund of ours that gives nothing back leaves the trips of its payment to what the back office gave back.

grant select (srid, fare_minor) on trips to tapfolio_worker;
