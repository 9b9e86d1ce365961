-- Several payments may contest one reference. It proves something again when none of them does, in whatever order they are corrected.

create table contested_references (
  srid text not null,
  payment_id uuid not null,
  exported_at timestamptz not null,
  constraint contested_references__pk primary key (srid, payment_id)
);
create index contested_references__payment_id on contested_references (payment_id);
create index contested_references__exported_at on contested_references (exported_at);
comment on table contested_references is 'References that were delivered for a payment while a payment of another card had them: they prove nothing of any other payment';
comment on column contested_references.payment_id is 'The payment that was set aside';
comment on column contested_references.exported_at is 'When its newest row was exported';

insert into contested_references (srid, payment_id, exported_at)
select srid, contested_by, coalesce(contested_at, opened_at)
from service_references
where contested_by is not null;

grant select on contested_references to tapfolio_auth;
grant select on contested_references to tapfolio_portal;
grant select, insert, update, delete on contested_references to tapfolio_feed;
grant select, delete on contested_references to tapfolio_worker;

comment on column service_references.contested_by is 'For the release before: one of the payments that contest the reference';
comment on column service_references.contested_at is 'For the release before: when its row was exported';
