import { locales } from '@tapfolio/domain/locale.ts';
import { type ResultRow, statement } from '../lib/sql.ts';
import { arrayOf, boolean, bytes, instant, integer, notNull, nullable, oneOf, uuid } from '../lib/sql-types.ts';
import { cardOf, newestFirst, shownFrom } from './own-media.sql.ts';
import { sessionEnd, sessionState, sessionStates } from './session-state.sql.ts';

/**
 * How old the note of the last call may be: ten seconds, so that reading costs no write, but never so much that an active
 * session could seem idle.
 */
const oldestNote = 'make_interval(secs => least(10, coalesce(nullif(s.idle_seconds, 0), 40) / 4.0))';

/**
 * The gate of every signed-in call, one read of the account side for all calls of a moment: the session, its passenger and, when
 * the call names a card, the media of that card of that passenger, and from when on they may see the history of each. One row a
 * medium, the newest first; one row without a medium where no card is named or they have none of this number.
 */
export const passGates = statement({
  name: 'gate.pass',
  values: { tokenHashes: arrayOf(bytes), cardIds: arrayOf(nullable(integer)) },
  row: {
    /** Which call the row is for: its place in the two lists, from 1. */
    place: notNull(integer, 'numbered by PostgreSQL'),
    passenger_id: uuid,
    display_language: oneOf(locales),
    is_sso_shadow_user: boolean,
    state: notNull(oneOf(sessionStates), 'a case with else'),
    /** How long the session lasts without a call; 0 sets no limit. */
    idle_seconds: integer,
    /** Whether it is time to note that the session was seen. */
    is_unnoted: notNull(boolean, 'both instants are never null'),
    medium_id: nullable(uuid),
    shown_from: notNull(instant, 'coalesced'),
  },
  text: `select asked.place::integer as place, s.passenger_id, p.display_language, p.is_sso_shadow_user,
    ${sessionState('s')} as state, s.idle_seconds, s.last_seen_at < now() - ${oldestNote} as is_unnoted, c.medium_id,
    ${shownFrom('c.medium_id')} as shown_from
  from unnest($tokenHashes::bytea[], $cardIds::integer[]) with ordinality asked (token_hash, card_id, place)
  join sessions s on s.token_hash = asked.token_hash
  join passengers p on p.passenger_id = s.passenger_id
  left join cards c on c.passenger_id = s.passenger_id and ${cardOf('c')} = asked.card_id
  where p.status = 'active'
  order by asked.place, ${newestFirst('c')}`,
});

export type GateRow = ResultRow<typeof passGates>;

/**
 * Stores that live sessions are in use; once for all calls that found the same session. A session that another process stores or
 * ends is left to that one: two processes that wait for each other would be a deadlock.
 */
export const noteSeen = statement({
  name: 'gate.noteSeen',
  values: { tokenHashes: arrayOf(bytes) },
  text: `update sessions seen set last_seen_at = now()
  where seen.token_hash = any($tokenHashes) and seen.token_hash = any(array(
    select s.token_hash
    from sessions s
    where s.token_hash = any($tokenHashes) and ${sessionEnd('s')} > now() and s.last_seen_at < now() - ${oldestNote}
    for no key update skip locked
  ))`,
});
