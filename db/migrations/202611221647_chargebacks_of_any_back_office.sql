-- The bank's own file names a charge that it took back by its reference, and not by the card.

create index settlements__retrieval_reference on settlements (retrieval_reference)
  where retrieval_reference is not null and direction = 'debit';

-- Most of what waits are deposits of others.
create index feed_pieces__open_chargebacks on feed_pieces (piece_id) where is_open and kind = 'chargeback';
