import type { AccountStatus } from '@tapfolio/domain/states.ts';
import { untypedStatement } from '../../lib/sql.ts';
import { isoUtc } from '../../lib/sql-json.ts';

/**
 * Notes that a challenge was answered; no row comes back when it had been before. Values: challenge hash, purpose, passenger
 * id or null, when it runs out.
 */
export const spendChallenge = untypedStatement<{ challenge_hash: Buffer }>(
  'passkeys.spendChallenge',
  `insert into passkey_challenges (challenge_hash, purpose, passenger_id, expires_at)
  values ($1, $2, $3, $4)
  on conflict on constraint passkey_challenges__pk do nothing
  returning challenge_hash`,
);

/** Values: none. */
export const deleteStaleProofs = untypedStatement(
  'passkeys.deleteStaleProofs',
  `with codes as (delete from sign_in_codes where expires_at < now())
  delete from passkey_challenges where expires_at < now()`,
);

export interface PasskeyRow extends Record<string, unknown> {
  credential_id: string;
  passkey_id: string;
  passenger_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  status: AccountStatus;
}

/** Opens nothing for whom a provider signs in: only the provider says who still may. Values: credential id. */
export const findPasskey = untypedStatement<PasskeyRow>(
  'passkeys.findPasskey',
  `select k.credential_id, k.passkey_id, k.passenger_id, k.public_key, k.counter, k.transports, p.status
  from passkeys k
  join passengers p using (passenger_id)
  where k.credential_id = $1 and not p.is_sso_shadow_user`,
);

/**
 * Notes a use, unless the signature counter has not risen: then the key was copied and no row comes back. Keys that count
 * nothing stay at zero. Values: credential id, new counter.
 */
export const notePasskeyUse = untypedStatement<{ passenger_id: string }>(
  'passkeys.notePasskeyUse',
  `update passkeys set counter = $2, last_used_at = now()
  where credential_id = $1 and (counter < $2 or (counter = 0 and $2 = 0))
  returning passenger_id`,
);

export interface OwnPasskeyRow extends Record<string, unknown> {
  passkey_id: string;
  credential_id: string;
  transports: string[];
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** Values: passenger id. */
export const listPasskeys = untypedStatement<OwnPasskeyRow>(
  'passkeys.listPasskeys',
  `select passkey_id, credential_id, transports, name,
    ${isoUtc('created_at')} as created_at,
    ${isoUtc('last_used_at')} as last_used_at
  from passkeys
  where passenger_id = $1
  order by created_at, passkey_id`,
);

/** Values: passenger id. */
export const countPasskeys = untypedStatement<{ count: number }>(
  'passkeys.countPasskeys',
  `select count(*)::integer as count from passkeys where passenger_id = $1`,
);

/** Values: credential id, passkey id, passenger id, public key, counter, transports, name. */
export const insertPasskey = untypedStatement<{ passkey_id: string }>(
  'passkeys.insertPasskey',
  `insert into passkeys (credential_id, passkey_id, passenger_id, public_key, counter, transports, name)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict on constraint passkeys__pk do nothing
  returning passkey_id`,
);

/** Values: passenger id, passkey id. */
export const deletePasskey = untypedStatement<{ passkey_id: string }>(
  'passkeys.deletePasskey',
  `delete from passkeys where passenger_id = $1 and passkey_id = $2 returning passkey_id`,
);

/** Removes all but those named. Values: passenger id, passkey ids that stay. */
export const deleteOtherPasskeys = untypedStatement<{ passkey_id: string }>(
  'passkeys.deleteOtherPasskeys',
  `delete from passkeys where passenger_id = $1 and passkey_id <> all($2::uuid[]) returning passkey_id`,
);

export interface OwnerRow extends Record<string, unknown> {
  email: string;
  mail_code: boolean;
  is_sso_shadow_user: boolean;
}

/** Values: passenger id. */
export const findOwner = untypedStatement<OwnerRow>(
  'passkeys.findOwner',
  `select email, mail_code, is_sso_shadow_user from passengers where passenger_id = $1`,
);
