import type { Locale } from '@tapfolio/domain/locale.ts';
import type { AccountStatus } from '@tapfolio/domain/states.ts';
import { untypedStatement } from '../../lib/sql.ts';
import { isoUtc } from '../../lib/sql-json.ts';

export interface CandidateRow extends Record<string, unknown> {
  passenger_id: string;
  status: AccountStatus;
  password_hash: string;
  /** When this password came into force, to the microsecond. */
  changed_at: string;
  must_change_password: boolean;
  mail_code: boolean;
  correct_login_count: number;
  was_changed: boolean;
  logins_since_change: number;
  days_since_change: number;
}

const candidates = `select p.passenger_id, p.status, p.must_change_password, p.mail_code, p.correct_login_count,
    c.password_hash, c.changed_at, c.changed_at > p.created_at as was_changed, c.logins_since_change,
    floor(extract(epoch from now() - c.changed_at) / 86400)::integer as days_since_change
  from passengers p
  join credentials c using (passenger_id)
  where not p.is_sso_shadow_user`;

/** Who may be signing in with a password; single sign-on users have none. Values: normalised address. */
export const findCandidate = untypedStatement<CandidateRow>('users.findCandidate', `${candidates} and p.email = $1`);

/** Whose password was right before, as things stand now. Values: passenger id. */
export const findCandidateAgain = untypedStatement<CandidateRow>(
  'users.findCandidateAgain',
  `${candidates} and p.passenger_id = $1`,
);

/** Counts a right sign-in and locks the passenger's row for the rest of the transaction. Values: passenger id. */
export const countCorrectLogin = untypedStatement<{ passenger_id: string }>(
  'users.countCorrectLogin',
  `with used as (
    update credentials set logins_since_change = logins_since_change + 1 where passenger_id = $1
  )
  update passengers set correct_login_count = correct_login_count + 1, last_correct_login_at = now()
  where passenger_id = $1 and status = 'active'
  returning passenger_id`,
);

/** Counts a wrong attempt if the address is known. Values: normalised address. */
export const countIncorrectLogin = untypedStatement<{ passenger_id: string }>(
  'users.countIncorrectLogin',
  `update passengers set incorrect_login_count = incorrect_login_count + 1, last_incorrect_login_at = now()
  where email = $1
  returning passenger_id`,
);

/** Values: passenger id. */
export const noteLogout = untypedStatement(
  'users.noteLogout',
  `update passengers set last_logout_at = now() where passenger_id = $1 and status = 'active'`,
);

export interface SettingsRow extends Record<string, unknown> {
  email: string;
  first_name: string | null;
  last_name: string | null;
  is_sso_shadow_user: boolean;
  show_first_page: boolean;
  display_language: Locale;
  correct_login_count: number;
  incorrect_login_count: number;
  last_correct_login_at: string | null;
  last_incorrect_login_at: string | null;
  last_logout_at: string | null;
  consent_due: boolean;
}

/**
 * Times leave as ISO 8601 in UTC. Consent is due where none was given to the version in force; whom a provider signs in agreed
 * there. An operator who takes back a version asks nobody again who had agreed to the one before. Values: passenger id, version.
 */
export const getSettingsRow = untypedStatement<SettingsRow>(
  'users.getSettingsRow',
  `select email, first_name, last_name, is_sso_shadow_user, show_first_page, display_language,
    correct_login_count, incorrect_login_count,
    ${isoUtc('last_correct_login_at')} as last_correct_login_at,
    ${isoUtc('last_incorrect_login_at')} as last_incorrect_login_at,
    ${isoUtc('last_logout_at')} as last_logout_at,
    not is_sso_shadow_user and not exists (
      select from consents c where c.passenger_id = $1 and c.version = $2
    ) as consent_due
  from passengers
  where passenger_id = $1`,
);

/** Values: passenger id, language. */
export const updateLanguage = untypedStatement(
  'users.updateLanguage',
  `update passengers set display_language = $2 where passenger_id = $1 and status = 'active'`,
);

/** Values: passenger id, first name or null, last name or null. */
export const updateNames = untypedStatement<{ passenger_id: string }>(
  'users.updateNames',
  `update passengers set first_name = $2, last_name = $3
  where passenger_id = $1 and status = 'active' and not is_sso_shadow_user
  returning passenger_id`,
);
