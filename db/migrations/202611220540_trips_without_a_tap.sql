-- A back office may know the card and the start of a trip and no tap.
alter table trips alter column tap_id drop not null;
comment on column trips.tap_id is 'The tap that began it; null where the delivery brought card and start itself';
