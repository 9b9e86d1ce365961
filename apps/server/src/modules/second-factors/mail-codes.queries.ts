import type { Locale } from '@tapfolio/domain/locale.ts';
import { untypedStatement } from '../../lib/sql.ts';

/** A new sign-in puts the older one aside. Values: ticket hash, code id, passenger id. */
export const upsertSignInCode = untypedStatement(
  'mailCodes.upsertSignInCode',
  `insert into sign_in_codes (ticket_hash, code_id, passenger_id, expires_at)
  values ($1, $2, $3, now() + interval '10 minutes')
  on conflict on constraint sign_in_codes__passenger_id
  do update set ticket_hash = excluded.ticket_hash, code_id = excluded.code_id, attempts = 0,
    expires_at = excluded.expires_at`,
);

/** Takes one of the five attempts before the code is looked at. Values: ticket hash. */
export const takeAttempt = untypedStatement<{ code_id: string; passenger_id: string }>(
  'mailCodes.takeAttempt',
  `update sign_in_codes set attempts = attempts + 1
  where ticket_hash = $1 and attempts < 5 and expires_at > now()
  returning code_id, passenger_id`,
);

/** Uses a right code up; no row when another call was faster. Values: ticket hash, code id. */
export const useSignInCode = untypedStatement<{ passenger_id: string }>(
  'mailCodes.useSignInCode',
  `delete from sign_in_codes where ticket_hash = $1 and code_id = $2 returning passenger_id`,
);

/** Values: passenger id. */
export const deleteCodeOf = untypedStatement(
  'mailCodes.deleteCodeOf',
  `delete from sign_in_codes where passenger_id = $1`,
);

/** Values: code id. */
export const findCodeForMail = untypedStatement<{ email: string; display_language: Locale }>(
  'mailCodes.findCodeForMail',
  `select p.email, p.display_language
  from sign_in_codes c
  join passengers p using (passenger_id)
  where c.code_id = $1 and c.expires_at > now()`,
);

/** Values: passenger id, whether a code is asked for. */
export const updateMailCode = untypedStatement<{ passenger_id: string }>(
  'mailCodes.updateMailCode',
  `update passengers set mail_code = $2
  where passenger_id = $1 and not is_sso_shadow_user
  returning passenger_id`,
);
