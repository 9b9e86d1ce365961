import type { Locale } from '@tapfolio/domain/locale.ts';
import { untypedStatement } from '../../lib/sql.ts';

/** Is this medium linked to any account? Values: medium id. */
export const findLinkedMedium = untypedStatement<{ medium_id: string }>(
  'registrations.findLinkedMedium',
  `select medium_id from cards where medium_id = $1`,
);

/**
 * Beside older requests for the same address, which stay as good as they were. Values: token hash, registration id,
 * address, password hash, card name, medium id, consent version, language, hours it is good for.
 */
export const insertRegistration = untypedStatement(
  'registrations.insert',
  `insert into registrations (token_hash, registration_id, email, password_hash, card_name, medium_id,
    consent_version, language, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(hours => $9))`,
);

export interface PendingRow extends Record<string, unknown> {
  email: string;
  password_hash: string;
  card_name: string;
  medium_id: string;
  consent_version: string;
  language: Locale;
  created_at: string;
}

/** The password a pending registration was asked for with. Values: token hash. */
export const findPendingPassword = untypedStatement<{ password_hash: string }>(
  'registrations.findPendingPassword',
  `select password_hash from registrations where token_hash = $1 and expires_at > now()`,
);

/** Takes a pending registration out: of parallel calls with one token only one gets it. Values: token hash. */
export const takeRegistration = untypedStatement<PendingRow>(
  'registrations.take',
  `delete from registrations
  where token_hash = $1 and expires_at > now()
  returning email, password_hash, card_name, medium_id, consent_version, language, created_at`,
);

/** The address has its account: no other request can lead to one. Values: address. */
export const deleteRegistrationsOf = untypedStatement(
  'registrations.deleteOf',
  `delete from registrations where email = $1`,
);

/** The account with its password and first card. Values: passenger id, address, language, hash, card name, medium id. */
export const insertAccount = untypedStatement(
  'registrations.insertAccount',
  `with passenger as (
    insert into passengers (passenger_id, email, display_language)
    values ($1, $2, $3)
    returning passenger_id
  ), credential as (
    insert into credentials (passenger_id, password_hash)
    select passenger_id, $4 from passenger
  )
  insert into cards (passenger_id, card_id, name, medium_id)
  select passenger_id, 1, $5, $6 from passenger`,
);

export interface RegistrationMailRow extends Record<string, unknown> {
  email: string;
  /** The owner's language when the address has an account, else the one the form was filled in. */
  language: Locale;
  is_taken: boolean;
}

/** What the mail needs, judged when it is written. Values: registration id. */
export const findRegistrationForMail = untypedStatement<RegistrationMailRow>(
  'registrations.findForMail',
  `select r.email, coalesce(p.display_language, r.language) as language, p.passenger_id is not null as is_taken
  from registrations r
  left join passengers p on p.email = r.email
  where r.registration_id = $1 and r.expires_at > now()`,
);

export const deleteExpiredRegistrations = untypedStatement(
  'registrations.deleteExpired',
  `delete from registrations where expires_at <= now()`,
);
