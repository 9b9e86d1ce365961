-- Nothing reads refunds by this time any more: they are deleted by the time at which they were closed, and the rule that looks for one that
-- is undecided for a day reads the open ones (refunds__due).
drop index refunds__requested_at;

comment on index back_office_messages__parked is 'For the statements of docs/runbook.md about messages that were set aside';
