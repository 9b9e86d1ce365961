import { locales } from '@tapfolio/domain/locale.ts';
import { columnsTo, tablesToEmpty } from '../../database/tables/declared-tables.ts';
import { statement } from '../../lib/sql.ts';
import { arrayOf, bigint, boolean, integer, notNull, oneOf, text, uuid } from '../../lib/sql-types.ts';
import { laterBoundHolds } from '../cards/cards.sql.ts';

/** Also one that is deactivated or has run out: its owner cannot sign in, but what is personal of them is there. */
const isOpen = `status <> 'anonymised'`;

const person = {
  values: { passengerId: uuid },
  row: { email: text, display_language: oneOf(locales), is_sso_shadow_user: boolean },
  text: `select email, display_language, is_sso_shadow_user
  from passengers
  where passenger_id = $passengerId and ${isOpen}`,
} as const;

export const findPerson = statement({ ...person, name: 'privacy.findPerson' });

/** The same, locked: of parallel calls one closes the account and the others find none. */
export const lockPerson = statement({
  ...person,
  name: 'privacy.lockPerson',
  text: `${person.text}
  for update`,
});

/** The account of an address, unless it was closed. */
export const findOfAddress = statement({
  name: 'privacy.findOfAddress',
  values: { email: text },
  row: { passenger_id: uuid },
  text: `select passenger_id
  from passengers
  where email = $email and ${isOpen}`,
});

/** Accounts that were not closed, in the order of their ids, after this one. */
export const listAddresses = statement({
  name: 'privacy.listAddresses',
  values: { after: uuid, most: bigint },
  row: { passenger_id: uuid, email: text },
  text: `select passenger_id, email
  from passengers
  where passenger_id > $after and ${isOpen}
  order by passenger_id
  limit $most`,
});

/** Which of these closings are written down here. */
export const listKnownClosings = statement({
  name: 'privacy.listKnownClosings',
  values: { traceIds: arrayOf(text) },
  row: { trace_id: notNull(text, 'it is one of those given') },
  text: `select trace_id
  from audit_events
  where kind = 'account_closed' and trace_id = any ($traceIds)`,
});

/**
 * Locks the questions of a passenger, always in the same order, before the mails about them are taken back: an answer that comes at that moment
 * replaces such a mail while it holds its question, and each would wait for the other.
 */
export const lockQuestions = statement({
  name: 'privacy.lockQuestions',
  values: { passengerId: uuid },
  row: {},
  text: 'select from questions where passenger_id = $passengerId order by question_id for update',
});

/** What mails not yet sent are about. */
export const listMailSubjects = statement({
  name: 'privacy.listMailSubjects',
  values: { passengerId: uuid, email: text },
  row: { id: notNull(uuid, 'keys of two tables') },
  text: `select reset_id as id from password_resets where passenger_id = $passengerId
  union all
  select registration_id from registrations where email = $email`,
});

/** One per declared table whose rows go with the passenger. */
export const deletePersonal = tablesToEmpty('passenger_id').map(({ name }) =>
  statement({
    name: `privacy.empty.${name}`,
    values: { passengerId: uuid },
    text: `delete from ${name} where passenger_id = $passengerId`,
  }),
);

/**
 * The same for rows that only an address leads to, which are pending registrations. They are locked in the order in which a confirmation
 * locks them: otherwise each of the two could hold what the other waits for.
 */
export const deleteByEmail = tablesToEmpty('email').map(({ name }) =>
  statement({
    name: `privacy.empty.${name}`,
    values: { email: text },
    text: `with locked as (
    select token_hash from ${name} where email = $email order by token_hash for update
  )
  delete from ${name} using locked where ${name}.email = $email and ${name}.token_hash = locked.token_hash`,
  }),
);

/**
 * Claims of the passenger's cards no longer name the passenger. An open one becomes due at once, and the next holder of the card sees nothing
 * of the time before, as when a card is unlinked (`cards.leaveClaimed`). `object_until` is set to the time of the claim and not to now, since
 * now would lead to the event of the closing.
 */
export const forgetAsOwner = statement({
  name: 'privacy.forgetAsOwner',
  values: { passengerId: uuid },
  text: `with forgotten as (
    update card_claims
    set owner_id = null, owner_card_name = null, object_until = case state when 'open' then claimed_at else object_until end
    where owner_id = $passengerId
    returning medium_id, state
  )
  insert into history_bounds (medium_id, shown_from)
  select medium_id, clock_timestamp()
  from forgotten
  where state = 'open'
  ${laterBoundHolds}`,
});

const cleared = columnsTo('clear', 'passengers')
  .map((column) => `${column} = default`)
  .join(', ');

/**
 * Overwrites a passenger with a row that names no person. Of the time only the day is kept, so that it does not lead to the
 * event of the closing. `email` is an address that no mailbox has.
 */
export const makeTombstone = statement({
  name: 'privacy.makeTombstone',
  values: { passengerId: uuid, email: text, language: oneOf(locales) },
  text: `update passengers set
    email = $email, status = 'anonymised', display_language = $language, created_at = date_trunc('day', now()),
    ${cleared}
  where passenger_id = $passengerId`,
});

export const deleteOldTombstones = statement({
  name: 'privacy.deleteOldTombstones',
  values: { monthsToKeep: integer },
  text: `select from delete_old_tombstones($monthsToKeep)`,
});
