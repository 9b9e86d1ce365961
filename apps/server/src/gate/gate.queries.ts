import { locales } from '@tapfolio/domain/locale.ts';
import { statement } from '../lib/sql.ts';
import { boolean, bytes, integer, notNull, nullable, oneOf, uuid } from '../lib/sql-types.ts';
import { sessionEnd, sessionState, sessionStates } from './session-state.sql.ts';

/**
 * How old the note of the last call may be: ten seconds, so that reading costs no write, but never so much that an active
 * session could seem idle.
 */
const oldestNote = 'make_interval(secs => least(10, coalesce(nullif(s.idle_seconds, 0), 40) / 4.0))';

/**
 * The gate of every signed-in call, one read of the account side: the session, its passenger and, when the call names a
 * card, the medium that card of that passenger stands for.
 */
export const passGate = statement({
  name: 'gate.pass',
  values: { tokenHash: bytes, cardId: nullable(integer) },
  row: {
    passenger_id: uuid,
    display_language: oneOf(locales),
    is_sso_shadow_user: boolean,
    state: notNull(oneOf(sessionStates), 'a case with else'),
    idle_seconds: integer,
    is_unnoted: notNull(boolean, 'compares columns that are never null'),
    medium_id: nullable(uuid),
  },
  text: `with gate as materialized (
    select s.passenger_id, s.idle_seconds, p.display_language, p.is_sso_shadow_user,
      ${sessionState('s')} as state,
      s.last_seen_at < now() - ${oldestNote} as is_unnoted
    from sessions s
    join passengers p using (passenger_id)
    where s.token_hash = $tokenHash and p.status = 'active'
  )
  select gate.passenger_id, gate.display_language, gate.is_sso_shadow_user, gate.state, gate.idle_seconds, gate.is_unnoted,
    c.medium_id
  from gate
  left join cards c on c.passenger_id = gate.passenger_id and c.card_id = $cardId::integer`,
});

/** Notes that a live session is in use; once, however many calls found it unnoted. */
export const noteSeen = statement({
  name: 'gate.noteSeen',
  values: { tokenHash: bytes },
  text: `update sessions s set last_seen_at = now()
  where s.token_hash = $tokenHash and ${sessionEnd('s')} > now() and s.last_seen_at < now() - ${oldestNote}`,
});

export const findFreshProof = statement({
  name: 'gate.findFreshProof',
  values: { tokenHash: bytes },
  row: { token_hash: bytes },
  text: `select token_hash from sessions where token_hash = $tokenHash and proven_at > now() - interval '5 minutes'`,
});

export const lockOpenAccount = statement({
  name: 'gate.lockOpenAccount',
  values: { passengerId: uuid },
  row: { passenger_id: uuid },
  text: `select passenger_id from passengers where passenger_id = $passengerId and status = 'active' for no key update`,
});
