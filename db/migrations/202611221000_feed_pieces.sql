-- Back offices that tell a trip and a payment in pieces, and what banks took back.

create table feed_pieces (
  piece_id uuid not null,
  kind text not null,
  about uuid not null,
  beside uuid,
  seeks uuid,
  content jsonb not null,
  is_open boolean not null default false,
  rank timestamptz not null,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint feed_pieces__pk primary key (piece_id)
);
create index feed_pieces__about on feed_pieces (about);
create index feed_pieces__beside on feed_pieces (beside) where beside is not null;
create index feed_pieces__seeks on feed_pieces (seeks) where is_open;
create index feed_pieces__open on feed_pieces (exported_at) where is_open;
create index feed_pieces__file_id_line_number on feed_pieces (file_id, line_number);
comment on table feed_pieces is 'The newest version of each row of a back office that tells trips and payments in pieces';
comment on column feed_pieces.about is 'What the piece belongs to: pieces with a key in common are read together';
comment on column feed_pieces.beside is 'What else it belongs to';
comment on column feed_pieces.seeks is 'What it looks up: read beside it, without joining what else looks that up';
comment on column feed_pieces.content is 'What it says, without any card number or token';
comment on column feed_pieces.is_open is 'Whether it says nothing yet, since another piece has not come';
comment on column feed_pieces.rank is 'Goes before the export in telling the newest version, where the back office dates its rows';
grant select, insert, update on feed_pieces to tapfolio_feed;
grant select, delete on feed_pieces to tapfolio_worker;

create table chargebacks (
  medium_id uuid not null,
  chargeback_id uuid not null,
  operator_code text not null,
  srid text not null,
  amount_minor bigint not null,
  currency char(3) not null,
  charged_back_at timestamptz not null,
  reason_code text,
  retrieval_reference text not null,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint chargebacks__pk primary key (medium_id, chargeback_id),
  constraint chargebacks__amount check (amount_minor >= 0)
);
create index chargebacks__srid on chargebacks (medium_id, srid);
create index chargebacks__charged_back_at on chargebacks (charged_back_at);
comment on table chargebacks is 'A charge that the bank took back from the operator since the card holder disputed it; finished';
comment on column chargebacks.srid is 'Reference of the payment that was charged back';
grant select on chargebacks to tapfolio_auth, tapfolio_portal;
grant select, insert, update on chargebacks to tapfolio_feed;
grant select, delete on chargebacks to tapfolio_worker;

-- A payment may go by a reference of ours until its back office names one, and a back office takes back what it told.
grant delete on service_references, settlements, trip_lookups to tapfolio_feed;
