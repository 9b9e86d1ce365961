import type { Locale } from '@tapfolio/domain/locale.ts';
import { untypedStatement } from '../../lib/sql.ts';
import { tablesToEmpty } from './field-registry.ts';

export interface PersonRow extends Record<string, unknown> {
  email: string;
  display_language: Locale;
  is_sso_shadow_user: boolean;
}

const person = 'select email, display_language, is_sso_shadow_user from passengers';

/** Values: passenger id. */
export const findPerson = untypedStatement<PersonRow>(
  'privacy.findPerson',
  `${person} where passenger_id = $1 and status = 'active'`,
);

/** The same, locked: of parallel calls one closes the account and the others find none. Values: passenger id. */
export const lockPerson = untypedStatement<PersonRow>(
  'privacy.lockPerson',
  `${person} where passenger_id = $1 and status = 'active' for update`,
);

/** What mails not yet sent are about. Values: passenger id, address. */
export const listMailSubjects = untypedStatement<{ id: string }>(
  'privacy.listMailSubjects',
  `select reset_id::text as id from password_resets where passenger_id = $1
  union all
  select registration_id::text from registrations where email = $2`,
);

/** One per table of the registry whose rows go. Values: passenger id. */
export const deletePersonal = tablesToEmpty('passenger_id').map(({ name }) =>
  untypedStatement(`privacy.empty.${name}`, `delete from ${name} where passenger_id = $1`),
);

/** The same for rows that only an address leads to. Values: address. */
export const deleteByEmail = tablesToEmpty('email').map(({ name }) =>
  untypedStatement(`privacy.empty.${name}`, `delete from ${name} where email = $1`),
);

/**
 * What stays of a passenger: a row that names nobody. Of the time only the day is kept, so that it does not lead to the
 * event of the closing. Values: passenger id, an address that belongs to nobody, language.
 */
export const makeTombstone = untypedStatement(
  'privacy.makeTombstone',
  `update passengers set
    email = $2, status = 'anonymised', display_language = $3, created_at = date_trunc('day', now()),
    first_name = null, last_name = null,
    is_sso_shadow_user = default, show_first_page = default, must_change_password = default,
    mail_code = default,
    correct_login_count = default, incorrect_login_count = default,
    last_correct_login_at = null, last_incorrect_login_at = null, last_logout_at = null,
    last_card_id = default
  where passenger_id = $1`,
);

/** Values: months to keep. */
export const deleteOldTombstones = untypedStatement('privacy.deleteOldTombstones', `select delete_old_tombstones($1)`);
