-- Whom an identity provider signs in has no passkeys here: they would open the account when the provider no longer does.

delete from passkeys k
using passengers p
where p.passenger_id = k.passenger_id and p.is_sso_shadow_user;
