import type { Locale } from '@tapfolio/domain/locale.ts';
import type { AccountStatus } from '@tapfolio/domain/states.ts';
import { untypedStatement } from '../../lib/sql.ts';

/** Replaces a hash by a stronger one of the same password, unless it was changed meanwhile. Values: passenger id, old, new. */
export const replaceHash = untypedStatement(
  'passwords.replaceHash',
  `update credentials set password_hash = $3 where passenger_id = $1 and password_hash = $2`,
);

export type ResetPurpose = 'forgotten' | 'must_change';

/** Locks the passenger with this address and a password here. Values: address. */
export const lockOwnerByEmail = untypedStatement<{ passenger_id: string }>(
  'passwords.lockOwnerByEmail',
  `select p.passenger_id
  from passengers p
  join credentials c using (passenger_id)
  where p.email = $1 and p.status = 'active' and not p.is_sso_shadow_user
  for no key update of p`,
);

/**
 * A reset in place of any older one for the same purpose, of a passenger whose row is locked: parallel ones leave one. For
 * nobody (null) nothing, in the same time. Values: token hash, reset id, passenger id or null, purpose, minutes it is good
 * for.
 */
export const replaceReset = untypedStatement(
  'passwords.replaceReset',
  `with older as (
    delete from password_resets where passenger_id = $3 and purpose = $4
  )
  insert into password_resets (token_hash, reset_id, passenger_id, purpose, expires_at)
  select $1, $2, $3::uuid, $4, now() + make_interval(mins => $5)
  where $3::uuid is not null`,
);

export interface OwnerRow extends Record<string, unknown> {
  passenger_id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  status: AccountStatus;
  is_sso_shadow_user: boolean;
  password_hash: string | null;
  /** When this password came into force, to the microsecond. */
  changed_at: string | null;
}

const ownerColumns = `p.passenger_id, p.email, p.first_name, p.last_name, p.status, p.is_sso_shadow_user, c.password_hash, c.changed_at`;

export interface ResetOwnerRow extends OwnerRow {
  purpose: ResetPurpose;
}

/** Values: token hash. */
export const findOwnerByReset = untypedStatement<ResetOwnerRow>(
  'passwords.findOwnerByReset',
  `select ${ownerColumns}, r.purpose
  from password_resets r
  join passengers p using (passenger_id)
  left join credentials c using (passenger_id)
  where r.token_hash = $1 and r.expires_at > now()`,
);

/** Values: passenger id. */
export const findOwner = untypedStatement<OwnerRow>(
  'passwords.findOwner',
  `select ${ownerColumns}
  from passengers p
  left join credentials c using (passenger_id)
  where p.passenger_id = $1`,
);

/** Takes a token out of the world: of parallel uses only one gets it. Values: token hash. */
export const takeReset = untypedStatement<{ passenger_id: string }>(
  'passwords.takeReset',
  `delete from password_resets where token_hash = $1 and expires_at > now() returning passenger_id`,
);

/** Values: passenger id. */
export const deleteResetsOf = untypedStatement(
  'passwords.deleteResetsOf',
  `delete from password_resets where passenger_id = $1`,
);

export const deleteExpiredResets = untypedStatement(
  'passwords.deleteExpiredResets',
  `delete from password_resets where expires_at <= now()`,
);

/** The newest first. Values: passenger id, how many. */
export const listFormerHashes = untypedStatement<{ password_hash: string }>(
  'passwords.listFormerHashes',
  `select password_hash from former_passwords where passenger_id = $1 order by retired_at desc limit $2`,
);

/**
 * Keeps the passenger and the password as they are until the transaction ends; no row when the account was closed or the
 * password changed since it was read. Whatever follows from a password is written behind it. Values: passenger id, when
 * the password was changed last.
 */
export const holdPassword = untypedStatement<{ passenger_id: string }>(
  'passwords.holdPassword',
  `select p.passenger_id
  from passengers p
  join credentials c using (passenger_id)
  where p.passenger_id = $1 and p.status = 'active' and c.changed_at = $2
  for update of p, c`,
);

/** Puts a new hash in force and the old one among the former ones. Values: passenger id, hash. */
export const changeHash = untypedStatement(
  'passwords.changeHash',
  `with retired as (
    insert into former_passwords (passenger_id, password_hash)
    select passenger_id, password_hash from credentials where passenger_id = $1
  ), accepted as (
    update passengers set must_change_password = false where passenger_id = $1
  )
  update credentials set password_hash = $2, changed_at = now(), logins_since_change = 0 where passenger_id = $1`,
);

/** Values: passenger id, how many stay. */
export const deleteOldestFormer = untypedStatement(
  'passwords.deleteOldestFormer',
  `delete from former_passwords
  where passenger_id = $1 and retired_at in (
    select retired_at from former_passwords where passenger_id = $1 order by retired_at desc offset $2
  )`,
);

export interface ResetMailRow extends Record<string, unknown> {
  email: string;
  display_language: Locale;
}

/** Values: reset id. */
export const findResetForMail = untypedStatement<ResetMailRow>(
  'passwords.findResetForMail',
  `select p.email, p.display_language
  from password_resets r
  join passengers p using (passenger_id)
  where r.reset_id = $1 and r.expires_at > now() and p.status = 'active'`,
);

/** Values: passenger id. */
export const findPasswordHash = untypedStatement<{ password_hash: string }>(
  'passwords.findPasswordHash',
  `select password_hash from credentials where passenger_id = $1`,
);
