-- The importer raises alarms as the worker does: of one that is open it notes when it was seen again, and what the last correction said.
grant update (seen_at, detail) on operator_alarms to tapfolio_feed;
