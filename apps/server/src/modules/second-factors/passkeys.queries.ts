import { accountStatuses } from '@tapfolio/domain/states.ts';
import { type ResultRow, statement } from '../../lib/sql.ts';
import {
  arrayOf,
  bigint,
  boolean,
  bytes,
  instant,
  integer,
  notNull,
  nullable,
  oneOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';

/**
 * Notes that a challenge was answered; no row comes back when it had been before. The servers judge by their own clocks how long a
 * challenge is good. So the note stays for a day by the database's clock: while it is gone the same answer would count again.
 */
export const spendChallenge = statement({
  name: 'passkeys.spendChallenge',
  values: {
    challengeHash: bytes,
    purpose: oneOf(['add', 'sign_in', 'confirm']),
    passengerId: nullable(uuid),
  },
  row: { challenge_hash: bytes },
  text: `insert into passkey_challenges (challenge_hash, purpose, passenger_id, expires_at)
  values ($challengeHash, $purpose, $passengerId, now() + interval '1 day')
  on conflict on constraint passkey_challenges__pk do nothing
  returning challenge_hash`,
});

export const deleteStaleProofs = statement({
  name: 'passkeys.deleteStaleProofs',
  text: `with codes as (delete from sign_in_codes where expires_at < now())
  delete from passkey_challenges where expires_at < now()`,
});

/** Finds no passkey of a passenger whom a provider signs in: only the provider decides whether they may still come in. */
export const findPasskey = statement({
  name: 'passkeys.findPasskey',
  values: { credentialId: text },
  row: {
    credential_id: text,
    passkey_id: uuid,
    passenger_id: uuid,
    public_key: bytes,
    counter: bigint,
    transports: arrayOf(text),
    status: oneOf(accountStatuses),
  },
  text: `select k.credential_id, k.passkey_id, k.passenger_id, k.public_key, k.counter, k.transports, p.status
  from passkeys k
  join passengers p using (passenger_id)
  where k.credential_id = $credentialId and not p.is_sso_shadow_user`,
});

export type PasskeyRow = ResultRow<typeof findPasskey>;

/**
 * Notes a use, unless the signature counter has not risen: then the key was copied and no row comes back. Keys that count
 * nothing stay at zero.
 */
export const notePasskeyUse = statement({
  name: 'passkeys.notePasskeyUse',
  values: { credentialId: text, counter: bigint },
  row: { passenger_id: uuid },
  text: `update passkeys set counter = $counter, last_used_at = now()
  where credential_id = $credentialId and (counter < $counter or (counter = 0 and $counter = 0))
  returning passenger_id`,
});

/** Keeps a passkey as it is until the transaction ends; no row when it was removed. */
export const holdPasskey = statement({
  name: 'passkeys.holdPasskey',
  values: { credentialId: text, passengerId: uuid },
  row: { credential_id: text },
  text: `select credential_id
  from passkeys
  where credential_id = $credentialId and passenger_id = $passengerId
  for key share`,
});

export const listPasskeys = statement({
  name: 'passkeys.listPasskeys',
  values: { passengerId: uuid },
  row: {
    passkey_id: uuid,
    credential_id: text,
    transports: arrayOf(text),
    name: text,
    created_at: instant,
    last_used_at: nullable(instant),
  },
  text: `select passkey_id, credential_id, transports, name,
    created_at,
    last_used_at
  from passkeys
  where passenger_id = $passengerId
  order by created_at, passkey_id`,
});

export const countPasskeys = statement({
  name: 'passkeys.countPasskeys',
  values: { passengerId: uuid },
  row: { count: notNull(integer, 'a count') },
  text: `select count(*)::integer as count from passkeys where passenger_id = $passengerId`,
});

export const insertPasskey = statement({
  name: 'passkeys.insertPasskey',
  values: {
    credentialId: text,
    passkeyId: uuid,
    passengerId: uuid,
    publicKey: bytes,
    counter: bigint,
    transports: arrayOf(text),
    name: text,
  },
  row: { passkey_id: uuid },
  text: `insert into passkeys (credential_id, passkey_id, passenger_id, public_key, counter, transports, name)
  values ($credentialId, $passkeyId, $passengerId, $publicKey, $counter, $transports, $name)
  on conflict on constraint passkeys__pk do nothing
  returning passkey_id`,
});

export const deletePasskey = statement({
  name: 'passkeys.deletePasskey',
  values: { passengerId: uuid, passkeyId: uuid },
  row: { passkey_id: uuid },
  text: `delete from passkeys where passenger_id = $passengerId and passkey_id = $passkeyId returning passkey_id`,
});

export const findOwner = statement({
  name: 'passkeys.findOwner',
  values: { passengerId: uuid },
  row: { email: text, mail_code: boolean, is_sso_shadow_user: boolean },
  text: `select email, mail_code, is_sso_shadow_user from passengers where passenger_id = $passengerId`,
});
