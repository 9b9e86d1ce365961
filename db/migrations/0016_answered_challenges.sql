-- A challenge is signed by the server and costs no row until a device answers it, so that a page may have one ready for
-- everybody who looks at the sign-in form.
comment on table passkey_challenges is 'Challenges a device has answered, kept until they would have run out, so that each is good once';
