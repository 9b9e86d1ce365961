import { cardNewsKinds } from '@tapfolio/domain/card-news.ts';
import { locales } from '@tapfolio/domain/locale.ts';
import { accountStatuses } from '@tapfolio/domain/states.ts';
import { type ResultRow, statement } from '../../lib/sql.ts';
import {
  arrayOf,
  boolean,
  instant,
  integer,
  notNull,
  nullable,
  oneOf,
  type RowOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';

/** `changed_at` says when this password came into force, to the microsecond. */
const candidate = {
  passenger_id: uuid,
  status: oneOf(accountStatuses),
  must_change_password: boolean,
  mail_code: boolean,
  correct_login_count: integer,
  password_hash: text,
  changed_at: instant,
  was_changed: notNull(boolean, 'compares columns that are never null'),
  logins_since_change: integer,
  days_since_change: notNull(integer, 'made of a column that is never null'),
};

export type CandidateRow = RowOf<typeof candidate>;

const candidates = `select p.passenger_id, p.status, p.must_change_password, p.mail_code, p.correct_login_count,
    c.password_hash, c.changed_at, c.changed_at > p.created_at as was_changed, c.logins_since_change,
    floor(extract(epoch from now() - c.changed_at) / 86400)::integer as days_since_change
  from passengers p
  join credentials c using (passenger_id)
  where not p.is_sso_shadow_user`;

/** Who may be signing in with a password; single sign-on users have none. */
export const findCandidate = statement({
  name: 'users.findCandidate',
  values: { email: text },
  row: candidate,
  text: `${candidates} and p.email = $email`,
});

/** Whose password was right before, as things stand now. */
export const findCandidateAgain = statement({
  name: 'users.findCandidateAgain',
  values: { passengerId: uuid },
  row: candidate,
  text: `${candidates} and p.passenger_id = $passengerId`,
});

/** Counts a right sign-in and locks the passenger's row for the rest of the transaction. */
export const countCorrectLogin = statement({
  name: 'users.countCorrectLogin',
  values: { passengerId: uuid },
  row: { passenger_id: uuid },
  text: `with used as (
    update credentials set logins_since_change = logins_since_change + 1 where passenger_id = $passengerId
  )
  update passengers set correct_login_count = correct_login_count + 1, last_correct_login_at = now()
  where passenger_id = $passengerId and status = 'active'
  returning passenger_id`,
});

const countIncorrect = `update passengers set incorrect_login_count = incorrect_login_count + 1, last_incorrect_login_at = now()`;

/** Counts a failed sign-in if the address is known. */
export const countIncorrectLoginAt = statement({
  name: 'users.countIncorrectLoginAt',
  values: { email: text },
  row: { passenger_id: uuid },
  text: `${countIncorrect}
  where email = $email
  returning passenger_id`,
});

/** Counts a failed sign-in of a passenger, unless the account was closed meanwhile. */
export const countIncorrectLoginOf = statement({
  name: 'users.countIncorrectLoginOf',
  values: { passengerId: uuid },
  text: `${countIncorrect}
  where passenger_id = $passengerId and status <> 'anonymised'`,
});

export const noteLogout = statement({
  name: 'users.noteLogout',
  values: { passengerId: uuid },
  text: `update passengers set last_logout_at = now() where passenger_id = $passengerId and status = 'active'`,
});

/**
 * Consent is due if none was given to the version in force. A passenger whom a provider signs in has agreed there. If an operator
 * goes back to an earlier version, passengers who agreed to that one are not asked again.
 */
export const getSettingsRow = statement({
  name: 'users.getSettingsRow',
  values: { passengerId: uuid, version: text },
  row: {
    email: text,
    first_name: nullable(text),
    last_name: nullable(text),
    is_sso_shadow_user: boolean,
    show_first_page: boolean,
    display_language: oneOf(locales),
    correct_login_count: integer,
    incorrect_login_count: integer,
    last_correct_login_at: nullable(instant),
    last_incorrect_login_at: nullable(instant),
    last_logout_at: nullable(instant),
    unwanted_news: arrayOf(oneOf(cardNewsKinds)),
    wants_month: notNull(boolean, 'made of exists'),
    consent_due: notNull(boolean, 'made of a column that is never null and of exists'),
  },
  text: `select email, first_name, last_name, is_sso_shadow_user, show_first_page, display_language,
    correct_login_count, incorrect_login_count,
    last_correct_login_at,
    last_incorrect_login_at,
    last_logout_at,
    unwanted_news,
    exists (select from month_mails where passenger_id = $passengerId and is_wanted) as wants_month,
    not is_sso_shadow_user and not exists (
      select from consents c where c.passenger_id = $passengerId and c.version = $version
    ) as consent_due
  from passengers
  where passenger_id = $passengerId`,
});

export type SettingsRow = ResultRow<typeof getSettingsRow>;

export const findNames = statement({
  name: 'users.findNames',
  values: { passengerId: uuid },
  row: { first_name: nullable(text), last_name: nullable(text) },
  text: `select first_name, last_name from passengers where passenger_id = $passengerId`,
});

export const updateLanguage = statement({
  name: 'users.updateLanguage',
  values: { passengerId: uuid, language: oneOf(locales) },
  text: `update passengers set display_language = $language where passenger_id = $passengerId and status = 'active'`,
});

/** Gives a passenger these names, and tells whether they had others. No row if the names are the provider's, or the account is not open. */
export const updateNames = statement({
  name: 'users.updateNames',
  values: { passengerId: uuid, firstName: nullable(text), lastName: nullable(text) },
  row: { is_changed: notNull(boolean, 'is distinct from is never null') },
  text: `with former as (
    select passenger_id, first_name, last_name
    from passengers
    where passenger_id = $passengerId and status = 'active' and not is_sso_shadow_user
    for no key update
  ), edited as (
    update passengers
    set first_name = $firstName, last_name = $lastName
    from former
    where passengers.passenger_id = $passengerId
      and passengers.passenger_id = former.passenger_id
      and (former.first_name is distinct from $firstName or former.last_name is distinct from $lastName)
  )
  select first_name is distinct from $firstName or last_name is distinct from $lastName as is_changed
  from former`,
});
