-- A newer export may give a payment another reference or opening: its refunds go with it.
grant update (opened_at, srid) on refunds to tapfolio_feed;
