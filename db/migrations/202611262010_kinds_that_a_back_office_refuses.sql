-- A back office that was built before a kind of message refuses it; its operator has it left out.
comment on column back_office_messages.outcome is 'Null while it waits. parked: refused again and again, set aside for an administrator. not_sent: no back office was configured, or it does not know this kind';
