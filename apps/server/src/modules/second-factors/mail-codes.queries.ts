import { locales } from '@tapfolio/domain/locale.ts';
import { statement } from '../../lib/sql.ts';
import { boolean, bytes, oneOf, text, uuid } from '../../lib/sql-types.ts';

/** The code of a new sign-in replaces that of the one before. */
export const upsertSignInCode = statement({
  name: 'mailCodes.upsertSignInCode',
  values: { ticketHash: bytes, codeId: uuid, passengerId: uuid },
  text: `insert into sign_in_codes (ticket_hash, code_id, passenger_id, expires_at)
  values ($ticketHash, $codeId, $passengerId, now() + interval '10 minutes')
  on conflict on constraint sign_in_codes__passenger_id
  do update set ticket_hash = excluded.ticket_hash, code_id = excluded.code_id, attempts = 0,
    expires_at = excluded.expires_at`,
});

/** Takes one of the five attempts before the code is looked at. */
export const takeAttempt = statement({
  name: 'mailCodes.takeAttempt',
  values: { ticketHash: bytes },
  row: { code_id: uuid, passenger_id: uuid },
  text: `update sign_in_codes set attempts = attempts + 1
  where ticket_hash = $ticketHash and attempts < 5 and expires_at > now()
  returning code_id, passenger_id`,
});

/** Uses a right code up; no row when another call was faster. */
export const useSignInCode = statement({
  name: 'mailCodes.useSignInCode',
  values: { ticketHash: bytes, codeId: uuid },
  row: { passenger_id: uuid },
  text: `delete from sign_in_codes where ticket_hash = $ticketHash and code_id = $codeId returning passenger_id`,
});

export const findCodeForMail = statement({
  name: 'mailCodes.findCodeForMail',
  values: { codeId: uuid },
  row: { email: text, display_language: oneOf(locales) },
  text: `select p.email, p.display_language
  from sign_in_codes c
  join passengers p using (passenger_id)
  where c.code_id = $codeId and c.expires_at > now()`,
});

export const updateMailCode = statement({
  name: 'mailCodes.updateMailCode',
  values: { passengerId: uuid, isAsked: boolean },
  text: `update passengers set mail_code = $isAsked where passenger_id = $passengerId`,
});
