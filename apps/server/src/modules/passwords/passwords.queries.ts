import { locales } from '@tapfolio/domain/locale.ts';
import { accountStatuses } from '@tapfolio/domain/states.ts';
import { type ResultRow, statement } from '../../lib/sql.ts';
import {
  bigint,
  boolean,
  bytes,
  instant,
  integer,
  nullable,
  oneOf,
  type RowOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';

/** Replaces a hash by a stronger one of the same password, unless the password was changed before. */
export const replaceHash = statement({
  name: 'passwords.replaceHash',
  values: { passengerId: uuid, oldHash: text, newHash: text },
  text: `update credentials set password_hash = $newHash where passenger_id = $passengerId and password_hash = $oldHash`,
});

const resetPurposes = ['forgotten', 'must_change'] as const;

/** Locks the passenger with this address and a password here. */
export const lockOwnerByEmail = statement({
  name: 'passwords.lockOwnerByEmail',
  values: { email: text },
  row: { passenger_id: uuid },
  text: `select p.passenger_id
  from passengers p
  join credentials c using (passenger_id)
  where p.email = $email and p.status = 'active' and not p.is_sso_shadow_user
  for no key update of p`,
});

/**
 * Stores a reset in place of any older one for the same purpose. The passenger's row must be locked, so that parallel calls leave
 * one. Without a passenger (null) it stores nothing, in the same time.
 */
export const replaceReset = statement({
  name: 'passwords.replaceReset',
  values: {
    tokenHash: bytes,
    resetId: uuid,
    passengerId: nullable(uuid),
    purpose: oneOf(resetPurposes),
    minutesValid: integer,
  },
  text: `with older as (
    delete from password_resets where passenger_id = $passengerId and purpose = $purpose
  )
  insert into password_resets (token_hash, reset_id, passenger_id, purpose, expires_at)
  select $tokenHash, $resetId, $passengerId::uuid, $purpose, now() + make_interval(mins => $minutesValid)
  where $passengerId::uuid is not null`,
});

/** `changed_at` says when this password came into force, to the microsecond; a passenger whom a provider signs in has none. */
const owner = {
  passenger_id: uuid,
  email: text,
  first_name: nullable(text),
  last_name: nullable(text),
  status: oneOf(accountStatuses),
  is_sso_shadow_user: boolean,
  password_hash: nullable(text),
  changed_at: nullable(instant),
};

export type OwnerRow = RowOf<typeof owner>;

const ownerColumns = `p.passenger_id, p.email, p.first_name, p.last_name, p.status, p.is_sso_shadow_user, c.password_hash, c.changed_at`;

export const findOwnerByReset = statement({
  name: 'passwords.findOwnerByReset',
  values: { tokenHash: bytes },
  row: { ...owner, purpose: oneOf(resetPurposes) },
  text: `select ${ownerColumns}, r.purpose
  from password_resets r
  join passengers p using (passenger_id)
  left join credentials c using (passenger_id)
  where r.token_hash = $tokenHash and r.expires_at > now()`,
});

export type ResetOwnerRow = ResultRow<typeof findOwnerByReset>;

export const findOwner = statement({
  name: 'passwords.findOwner',
  values: { passengerId: uuid },
  row: owner,
  text: `select ${ownerColumns}
  from passengers p
  left join credentials c using (passenger_id)
  where p.passenger_id = $passengerId`,
});

/** Deletes a token and returns it: of parallel uses only one gets it. */
export const takeReset = statement({
  name: 'passwords.takeReset',
  values: { tokenHash: bytes },
  row: { passenger_id: uuid },
  text: `delete from password_resets where token_hash = $tokenHash and expires_at > now() returning passenger_id`,
});

export const deleteResetsOf = statement({
  name: 'passwords.deleteResetsOf',
  values: { passengerId: uuid },
  text: `delete from password_resets where passenger_id = $passengerId`,
});

export const deleteExpiredResets = statement({
  name: 'passwords.deleteExpiredResets',
  text: `delete from password_resets where expires_at <= now()`,
});

/** The newest first. */
export const listFormerHashes = statement({
  name: 'passwords.listFormerHashes',
  values: { passengerId: uuid, most: bigint },
  row: { password_hash: text },
  text: `select password_hash from former_passwords where passenger_id = $passengerId order by retired_at desc limit $most`,
});

/**
 * Locks the passenger and the password until the transaction ends. No row if the account was closed or the password changed since
 * it was read. What depends on a password is written after this.
 */
export const holdPassword = statement({
  name: 'passwords.holdPassword',
  values: { passengerId: uuid, changedAt: instant },
  row: { passenger_id: uuid },
  text: `select p.passenger_id
  from passengers p
  join credentials c using (passenger_id)
  where p.passenger_id = $passengerId and p.status = 'active' and c.changed_at = $changedAt
  for update of p, c`,
});

/** Puts a new hash in force and the old one among the former ones. */
export const changeHash = statement({
  name: 'passwords.changeHash',
  values: { passengerId: uuid, passwordHash: text },
  text: `with retired as (
    insert into former_passwords (passenger_id, password_hash)
    select passenger_id, password_hash from credentials where passenger_id = $passengerId
  ), accepted as (
    update passengers set must_change_password = false where passenger_id = $passengerId
  )
  update credentials set password_hash = $passwordHash, changed_at = now(), logins_since_change = 0 where passenger_id = $passengerId`,
});

export const deleteOldestFormer = statement({
  name: 'passwords.deleteOldestFormer',
  values: { passengerId: uuid, most: bigint },
  text: `delete from former_passwords
  where passenger_id = $passengerId and retired_at in (
    select retired_at from former_passwords where passenger_id = $passengerId order by retired_at desc offset $most
  )`,
});

export const findResetForMail = statement({
  name: 'passwords.findResetForMail',
  values: { resetId: uuid },
  row: { email: text, display_language: oneOf(locales) },
  text: `select p.email, p.display_language
  from password_resets r
  join passengers p using (passenger_id)
  where r.reset_id = $resetId and r.expires_at > now() and p.status = 'active'`,
});

export const findPasswordHash = statement({
  name: 'passwords.findPasswordHash',
  values: { passengerId: uuid },
  row: { password_hash: text },
  text: `select password_hash from credentials where passenger_id = $passengerId`,
});
