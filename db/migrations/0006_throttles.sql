-- How often something was tried. Shared by all processes, so that parallel guesses cannot pass a limit together.

create table throttles (
  bucket bytea not null,
  failures integer not null,
  pending integer not null,
  pending_until timestamptz not null,
  window_ends_at timestamptz not null,
  constraint throttles__pk primary key (bucket)
) with (fillfactor = 70);
comment on table throttles is 'One row per limit and object; rows whose window has ended mean nothing and are swept';
comment on column throttles.bucket is 'Keyed hash of limit and object (address, account, reference): no name can be read from it';
comment on column throttles.failures is 'Attempts that count against the limit in this window';
comment on column throttles.pending is 'Attempts being evaluated; they hold a place before their outcome is known';
comment on column throttles.pending_until is 'After this the places of attempts whose process died are free again';
