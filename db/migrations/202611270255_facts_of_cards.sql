-- Scheme, kind and number of a card come in different files, in any order: each has the export that said it. And a payment that disproves
-- that a card is no longer valid may be taken back, which must show again what the bank said.

alter table media
  add column scheme_said_at timestamptz,
  add column medium_type_said_at timestamptz,
  add column last_four_said_at timestamptz,
  add column is_death_disproved boolean not null default false;
comment on column media.scheme_said_at is 'Newest export that said the scheme; null while none has';
comment on column media.medium_type_said_at is 'Newest export that said the kind of medium; null while none has';
comment on column media.last_four_said_at is 'Newest export that said the end of the number; null while none has';
comment on column media.is_death_disproved is 'The bank called the card card_dead at status_at and paid later: status is active as long as such a payment counts';
comment on column media.described_at is 'For the release before: what it knew instead of the times of the single facts';

update media
set scheme_said_at = case when scheme is not null then described_at end,
  medium_type_said_at = case when medium_type <> 'unidentified' then described_at end,
  last_four_said_at = case when last_four is not null then described_at end
where described_at is not null;
