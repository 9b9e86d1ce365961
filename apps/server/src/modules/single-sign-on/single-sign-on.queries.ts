import { locales } from '@tapfolio/domain/locale.ts';
import { accountStatuses } from '@tapfolio/domain/states.ts';
import { type ResultRow, statement } from '../../lib/sql.ts';
import { arrayOf, bytes, instant, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';

export const insertFlow = statement({
  name: 'singleSignOn.insertFlow',
  values: { stateHash: bytes, browserHash: bytes, nonce: text, codeVerifier: text, returnTo: text },
  text: `insert into sso_flows (state_hash, browser_hash, nonce, code_verifier, return_to, expires_at)
  values ($stateHash, $browserHash, $nonce, $codeVerifier, $returnTo, now() + interval '10 minutes')`,
});

/** Deletes the flow and returns it, so that a second return finds nothing. */
export const takeFlow = statement({
  name: 'singleSignOn.takeFlow',
  values: { stateHash: bytes, browserHash: bytes },
  row: { nonce: text, code_verifier: text, return_to: text },
  text: `with taken as (
    delete from sso_flows where state_hash = $stateHash returning *
  )
  select nonce, code_verifier, return_to from taken where browser_hash = $browserHash and expires_at > now()`,
});

export const deleteStale = statement({
  name: 'singleSignOn.deleteStale',
  text: `with flows as (delete from sso_flows where expires_at < now())
  delete from sso_logout_tokens where expires_at < now()`,
});

/** Locks the identity's passenger. */
export const findIdentity = statement({
  name: 'singleSignOn.findIdentity',
  values: { issuer: text, subject: text },
  row: { passenger_id: uuid, status: oneOf(accountStatuses) },
  text: `select p.passenger_id, p.status
  from sso_identities i
  join passengers p using (passenger_id)
  where i.issuer = $issuer and i.subject = $subject
  for update of p`,
});

export type IdentityRow = ResultRow<typeof findIdentity>;

/** Two first sign-ins at once: one makes the passenger, the other waits here for it. */
export const lockIdentity = statement({
  name: 'singleSignOn.lockIdentity',
  values: { identity: text },
  text: `select from pg_advisory_xact_lock(hashtextextended($identity, 0))`,
});

export const insertShadowUser = statement({
  name: 'singleSignOn.insertShadowUser',
  values: {
    passengerId: uuid,
    email: text,
    firstName: nullable(text),
    lastName: nullable(text),
    language: oneOf(locales),
  },
  row: { passenger_id: uuid },
  text: `insert into passengers (passenger_id, email, first_name, last_name, display_language, is_sso_shadow_user)
  values ($passengerId, $email, $firstName, $lastName, $language, true)
  on conflict on constraint passengers__email do nothing
  returning passenger_id`,
});

export const insertIdentity = statement({
  name: 'singleSignOn.insertIdentity',
  values: { issuer: text, subject: text, passengerId: uuid },
  text: `insert into sso_identities (issuer, subject, passenger_id) values ($issuer, $subject, $passengerId)`,
});

/** The provider owns the names. */
export const updateShadowUser = statement({
  name: 'singleSignOn.updateShadowUser',
  values: { passengerId: uuid, firstName: nullable(text), lastName: nullable(text) },
  text: `update passengers set first_name = $firstName, last_name = $lastName where passenger_id = $passengerId and is_sso_shadow_user`,
});

/** The provider owns the address too; no row when it is the same. */
export const updateAddress = statement({
  name: 'singleSignOn.updateAddress',
  values: { passengerId: uuid, email: text },
  row: { passenger_id: uuid },
  text: `update passengers set email = $email
  where passenger_id = $passengerId and is_sso_shadow_user and status = 'active' and email <> $email
  returning passenger_id`,
});

/** Locks each mark in the order given. */
export const lockMarks = statement({
  name: 'singleSignOn.lockMarks',
  values: { marks: arrayOf(bytes) },
  text: `select from unnest($marks::bytea[]) as mark, pg_advisory_xact_lock(hashtextextended(encode(mark, 'hex'), 0))`,
});

/** No row when the provider has signed out this session, or the subject since the ID token was issued. */
export const insertSsoSession = statement({
  name: 'singleSignOn.insertSsoSession',
  values: {
    tokenHash: bytes,
    issuer: text,
    subject: text,
    providerSession: nullable(text),
    idToken: text,
    issuedAt: instant,
    subjectMark: nullable(bytes),
    sessionMark: nullable(bytes),
  },
  row: { token_hash: bytes },
  text: `insert into sso_sessions (token_hash, issuer, subject, provider_session, id_token)
  select $tokenHash, $issuer, $subject, $providerSession, $idToken
  where not exists (select from sso_logout_tokens where signed_out = $sessionMark)
    and not exists (select from sso_logout_tokens where signed_out = $subjectMark and issued_at >= $issuedAt)
  returning token_hash`,
});

export const findIdToken = statement({
  name: 'singleSignOn.findIdToken',
  values: { tokenHash: bytes },
  row: { id_token: text },
  text: `select id_token from sso_sessions where token_hash = $tokenHash`,
});

/** Notes a logout token; no row when it was applied before. */
export const noteLogoutToken = statement({
  name: 'singleSignOn.noteLogoutToken',
  values: { tokenId: text, signedOut: nullable(bytes), issuedAt: instant },
  row: { token_id: text },
  text: `insert into sso_logout_tokens (token_id, signed_out, issued_at, expires_at)
  values ($tokenId, $signedOut, $issuedAt, now() + interval '1 hour')
  on conflict on constraint sso_logout_tokens__pk do nothing
  returning token_id`,
});

/**
 * Ends the sessions that began in this session of the provider, or all of the subject if no session is named. The accounts are locked first, in
 * the order of their ids, as each act that ends several sessions of a passenger locks the account.
 */
export const endSessionsOfProvider = statement({
  name: 'singleSignOn.endSessionsOfProvider',
  values: { issuer: text, subject: nullable(text), providerSession: nullable(text) },
  row: { passenger_id: uuid },
  text: `with ending as (
    select token_hash, passenger_id
    from sso_sessions
    join sessions using (token_hash)
    where issuer = $issuer
      and ($subject::text is null or subject = $subject)
      and ($providerSession::text is null or provider_session = $providerSession)
  ), held as (
    select passenger_id
    from passengers
    where passenger_id in (select passenger_id from ending)
    order by passenger_id
    for no key update
  )
  delete from sessions
  where token_hash in (select token_hash from ending join held using (passenger_id))
  returning passenger_id`,
});
