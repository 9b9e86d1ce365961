-- What four comments left out, or said in words that are hard to read. Nothing else changes.
comment on table refused_deliveries is 'What lies in an inbox and was not imported, or was imported and could not be put into the archive; a row is deleted when its delivery is put away or removed';
comment on column bank_events.reference is 'Our reference: the id of the collection or refund that it is about';
comment on column back_office_messages.outcome is 'Null while it waits. parked: refused ten times or sent 300 times, set aside for an administrator. not_sent: no back office was configured, or it does not know this kind';
comment on column sessions.proven_at is 'When the passenger last proved in this session who they are; closing the account and changing second factors need a proof of the last five minutes';
