-- What an administrator has to look at.

create table operator_alarms (
  alarm_id uuid not null,
  kind text not null,
  subject text not null,
  detail jsonb not null,
  raised_at timestamptz not null,
  seen_at timestamptz not null,
  told_at timestamptz,
  ended_at timestamptz,
  constraint operator_alarms__pk primary key (alarm_id)
);
create unique index operator_alarms__open on operator_alarms (kind, subject) where ended_at is null;
comment on table operator_alarms is 'Something that the portal cannot put right by itself';
comment on column operator_alarms.subject is 'What it is about, such as the id of a collection';
comment on column operator_alarms.seen_at is 'When it was last so';
comment on column operator_alarms.told_at is 'When it was written to the log; null until then';
comment on column operator_alarms.ended_at is 'When it was so no more, or an administrator closed it';

create index debts__collecting on debts (medium_id, payment_id) where state in ('requested', 'submitting', 'unknown');

grant select, insert, update, delete on operator_alarms to tapfolio_worker;
