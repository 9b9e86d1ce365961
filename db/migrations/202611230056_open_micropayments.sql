-- Of an index over all that waits PostgreSQL thinks as well as of the one by what is sought, where it takes the table for
-- empty: each look-up would then read all that waits.
drop index feed_pieces__open;
create index feed_pieces__open_micropayments on feed_pieces (exported_at) where is_open and kind = 'micropayment';
