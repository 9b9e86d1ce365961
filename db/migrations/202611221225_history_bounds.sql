-- A card that went from one account to another shows its new passenger nothing of the time before.

create table history_bounds (
  medium_id uuid not null,
  shown_from timestamptz not null,
  constraint history_bounds__pk primary key (medium_id)
);
comment on table history_bounds is 'Media that went from one account to another: what is older is shown to nobody who has the card';
comment on column history_bounds.shown_from is 'When it changed hands last';

grant select on history_bounds to tapfolio_auth;
grant select, insert, update on history_bounds to tapfolio_portal;
grant select, delete on history_bounds to tapfolio_worker;
