-- A travel statement names its passenger. The part of the portal still reads no e-mail address.
grant select (first_name, last_name) on passengers to tapfolio_portal;
