-- A request for an account leaves older requests for the same address as they are: whoever knows one statement line could
-- otherwise make the link worthless that somebody else waits for.

alter table registrations drop constraint registrations__email;
create index registrations__email on registrations (email);
