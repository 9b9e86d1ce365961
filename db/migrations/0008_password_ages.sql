-- What the rules about old passwords need: how long one was in use, how often, and which came before.

alter table credentials add column logins_since_change integer not null default 0;

create table former_passwords (
  passenger_id uuid not null,
  password_hash text not null,
  retired_at timestamptz not null default clock_timestamp(),
  constraint former_passwords__pk primary key (passenger_id, retired_at),
  constraint former_passwords__passenger_id foreign key (passenger_id) references passengers (passenger_id) on delete cascade
);
comment on table former_passwords is 'As many as the operator''s rule about repeating asks for, older ones are deleted';
