-- Without a configured back office a message is not sent; it must not look as if it waited.
alter table back_office_messages drop constraint back_office_messages__outcome;
alter table back_office_messages add constraint back_office_messages__outcome
  check (outcome in ('acknowledged', 'parked', 'not_sent'));
comment on column back_office_messages.outcome is 'Null while it waits. parked: refused again and again, set aside for an administrator. not_sent: no back office was configured';
