-- The back office is told that a try ended without money, so that it collects the fare again itself.
alter table back_office_messages drop constraint back_office_messages__kind;
alter table back_office_messages add constraint back_office_messages__kind
  check (kind in ('access_denied', 'access_requested', 'access_not_granted', 'access_granted'));
