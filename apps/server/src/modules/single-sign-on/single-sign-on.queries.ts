import type { AccountStatus } from '@tapfolio/domain/states.ts';
import { untypedStatement } from '../../lib/sql.ts';

/** Values: state hash, browser hash, nonce, code verifier, own path to return to. */
export const insertFlow = untypedStatement(
  'singleSignOn.insertFlow',
  `insert into sso_flows (state_hash, browser_hash, nonce, code_verifier, return_to, expires_at)
  values ($1, $2, $3, $4, $5, now() + interval '10 minutes')`,
);

export interface FlowRow extends Record<string, unknown> {
  nonce: string;
  code_verifier: string;
  return_to: string;
}

/** Takes the flow out, so that a second return finds nothing. Values: state hash, browser hash. */
export const takeFlow = untypedStatement<FlowRow>(
  'singleSignOn.takeFlow',
  `with taken as (
    delete from sso_flows where state_hash = $1 returning *
  )
  select nonce, code_verifier, return_to from taken where browser_hash = $2 and expires_at > now()`,
);

/** Values: none. */
export const deleteStale = untypedStatement(
  'singleSignOn.deleteStale',
  `with flows as (delete from sso_flows where expires_at < now())
  delete from sso_logout_tokens where expires_at < now()`,
);

export interface IdentityRow extends Record<string, unknown> {
  passenger_id: string;
  status: AccountStatus;
}

/** Locks the identity's passenger. Values: issuer, subject. */
export const findIdentity = untypedStatement<IdentityRow>(
  'singleSignOn.findIdentity',
  `select p.passenger_id, p.status
  from sso_identities i
  join passengers p using (passenger_id)
  where i.issuer = $1 and i.subject = $2
  for update of p`,
);

/** Two first sign-ins at once: one makes the passenger, the other waits here for it. Values: issuer and subject as one text. */
export const lockIdentity = untypedStatement(
  'singleSignOn.lockIdentity',
  `select pg_advisory_xact_lock(hashtextextended($1, 0))`,
);

/** Values: passenger id, e-mail address, first name, last name, language. */
export const insertShadowUser = untypedStatement<{ passenger_id: string }>(
  'singleSignOn.insertShadowUser',
  `insert into passengers (passenger_id, email, first_name, last_name, display_language, is_sso_shadow_user)
  values ($1, $2, $3, $4, $5, true)
  on conflict on constraint passengers__email do nothing
  returning passenger_id`,
);

/** Values: issuer, subject, passenger id. */
export const insertIdentity = untypedStatement(
  'singleSignOn.insertIdentity',
  `insert into sso_identities (issuer, subject, passenger_id) values ($1, $2, $3)`,
);

/** The provider owns the names. Values: passenger id, first name, last name. */
export const updateShadowUser = untypedStatement(
  'singleSignOn.updateShadowUser',
  `update passengers set first_name = $2, last_name = $3 where passenger_id = $1 and is_sso_shadow_user`,
);

/** The provider owns the address too; no row when it is the same. Values: passenger id, address. */
export const updateAddress = untypedStatement<{ passenger_id: string }>(
  'singleSignOn.updateAddress',
  `update passengers set email = $2
  where passenger_id = $1 and is_sso_shadow_user and status = 'active' and email <> $2
  returning passenger_id`,
);

/** Values: token hash, issuer, subject, provider session or null, ID token. */
export const insertSsoSession = untypedStatement(
  'singleSignOn.insertSsoSession',
  `insert into sso_sessions (token_hash, issuer, subject, provider_session, id_token) values ($1, $2, $3, $4, $5)`,
);

/** Values: token hash. */
export const findIdToken = untypedStatement<{ id_token: string }>(
  'singleSignOn.findIdToken',
  `select id_token from sso_sessions where token_hash = $1`,
);

/** Notes a logout token; no row when it was obeyed before. Values: token id. */
export const noteLogoutToken = untypedStatement<{ token_id: string }>(
  'singleSignOn.noteLogoutToken',
  `insert into sso_logout_tokens (token_id, expires_at) values ($1, now() + interval '1 hour')
  on conflict on constraint sso_logout_tokens__pk do nothing
  returning token_id`,
);

/**
 * Ends the sessions that hang on a provider's session, or on a subject when no session is named. Values: issuer, subject
 * or null, provider session or null.
 */
export const endSessionsOfProvider = untypedStatement<{ passenger_id: string }>(
  'singleSignOn.endSessionsOfProvider',
  `delete from sessions
  where token_hash in (
    select token_hash from sso_sessions
    where issuer = $1
      and ($2::text is null or subject = $2)
      and ($3::text is null or provider_session = $3)
  )
  returning passenger_id`,
);
