-- An older file that comes late must not say anew what a card is.

alter table media add column described_at timestamptz;
comment on column media.described_at is 'Newest export that said anything of scheme, kind or number; an older one only fills what is empty';
