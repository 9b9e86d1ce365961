import { locales } from '@tapfolio/domain/locale.ts';
import { statement } from '../../lib/sql.ts';
import { boolean, bytes, instant, integer, notNull, oneOf, text, uuid } from '../../lib/sql-types.ts';

/** Is this medium linked to any account? */
export const findLinkedMedium = statement({
  name: 'registrations.findLinkedMedium',
  values: { mediumId: uuid },
  row: { medium_id: uuid },
  text: `select medium_id from cards where medium_id = $mediumId`,
});

/**
 * Beside older requests for the same address, which stay as good as they were.
 */
export const insertRegistration = statement({
  name: 'registrations.insert',
  values: {
    tokenHash: bytes,
    registrationId: uuid,
    email: text,
    passwordHash: text,
    cardName: text,
    mediumId: uuid,
    consentVersion: text,
    language: oneOf(locales),
    hoursValid: integer,
  },
  text: `insert into registrations (token_hash, registration_id, email, password_hash, card_name, medium_id,
    consent_version, language, expires_at)
  values ($tokenHash, $registrationId, $email, $passwordHash, $cardName, $mediumId, $consentVersion, $language, now() + make_interval(hours => $hoursValid))`,
});

/** The address and the password with which a pending registration was asked for. */
export const findPending = statement({
  name: 'registrations.findPending',
  values: { tokenHash: bytes },
  row: { email: text, password_hash: text },
  text: `select email, password_hash from registrations where token_hash = $tokenHash and expires_at > now()`,
});

/**
 * Deletes a pending registration with all others for its address, and returns it. They are locked in order, so of parallel calls with
 * any of their tokens the first gets a row, and the others wait for it.
 */
export const takeRegistration = statement({
  name: 'registrations.take',
  values: { email: text, tokenHash: bytes },
  row: {
    password_hash: text,
    card_name: text,
    medium_id: uuid,
    consent_version: text,
    language: oneOf(locales),
    created_at: instant,
  },
  text: `with locked as (
    select token_hash
    from registrations
    where email = $email
    order by token_hash
    for update
  ), taken as (
    delete from registrations using locked
    where registrations.email = $email and registrations.token_hash = locked.token_hash
    returning registrations.*
  )
  select password_hash, card_name, medium_id, consent_version, language, created_at
  from taken
  where token_hash = $tokenHash and expires_at > now()`,
});

/** The account with its password and first card. */
export const insertAccount = statement({
  name: 'registrations.insertAccount',
  values: {
    passengerId: uuid,
    email: text,
    language: oneOf(locales),
    passwordHash: text,
    cardName: text,
    mediumId: uuid,
  },
  text: `with passenger as (
    insert into passengers (passenger_id, email, display_language)
    values ($passengerId, $email, $language)
    returning passenger_id
  ), credential as (
    insert into credentials (passenger_id, password_hash)
    select passenger_id, $passwordHash from passenger
  )
  insert into cards (passenger_id, card_id, name, medium_id)
  select passenger_id, 1, $cardName, $mediumId from passenger`,
});

/** What the mail needs, judged when it is written. */
export const findRegistrationForMail = statement({
  name: 'registrations.findForMail',
  values: { registrationId: uuid },
  row: {
    email: text,
    language: notNull(oneOf(locales), 'the language of the form is never null'),
    is_taken: notNull(boolean, 'is not null'),
  },
  text: `select r.email, coalesce(p.display_language, r.language) as language, p.passenger_id is not null as is_taken
  from registrations r
  left join passengers p on p.email = r.email
  where r.registration_id = $registrationId and r.expires_at > now()`,
});

/** Locked in the order in which a confirmation locks those of its address. */
export const deleteExpiredRegistrations = statement({
  name: 'registrations.deleteExpired',
  text: `with locked as (
    select token_hash from registrations where expires_at <= now() order by token_hash for update
  )
  delete from registrations using locked where registrations.token_hash = locked.token_hash`,
});
