-- Fares that name the id of two taps must not go to the card of the wrong one.

alter table tap_lookups add column reused_at timestamptz;
comment on column tap_lookups.reused_at is 'Time of another tap that came under the same id and was set aside: fares from its side of time are not this tap''s';
