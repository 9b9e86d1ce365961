import { sessionEnd, sessionState, sessionStates } from '../../gate/session-state.sql.ts';
import { statement } from '../../lib/sql.ts';
import { bigint, bytes, integer, notNull, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';

/** The same judgement without noting that the session was seen. */
export const findSessionState = statement({
  name: 'sessions.findSessionState',
  values: { tokenHash: bytes },
  row: { state: notNull(oneOf(sessionStates), 'a case with else') },
  text: `select ${sessionState('s')} as state
  from sessions s
  join passengers p using (passenger_id)
  where s.token_hash = $tokenHash and p.status = 'active'`,
});

export const insertSession = statement({
  name: 'sessions.insertSession',
  values: {
    tokenHash: bytes,
    passengerId: uuid,
    absoluteHours: integer,
    idleSeconds: integer,
    userAgent: nullable(text),
  },
  text: `insert into sessions (token_hash, passenger_id, expires_at, idle_seconds, user_agent)
  values ($tokenHash, $passengerId, now() + make_interval(hours => $absoluteHours), $idleSeconds, $userAgent)`,
});

/**
 * Ends all but the newest sessions of a passenger whose row is locked, those that are over first.
 */
export const deleteOldestSessions = statement({
  name: 'sessions.deleteOldestSessions',
  values: { passengerId: uuid, most: bigint },
  text: `delete from sessions
  where token_hash in (
    select s.token_hash
    from sessions s
    where s.passenger_id = $passengerId
    order by ${sessionEnd('s')} > now() desc, s.created_at desc, s.token_hash
    offset $most
  )`,
});

export const findOwnerOfSession = statement({
  name: 'sessions.findOwner',
  values: { tokenHash: bytes },
  row: { passenger_id: uuid },
  text: `select passenger_id from sessions where token_hash = $tokenHash`,
});

export const deleteSession = statement({
  name: 'sessions.deleteSession',
  values: { tokenHash: bytes },
  row: { passenger_id: uuid },
  text: `delete from sessions where token_hash = $tokenHash returning passenger_id`,
});

export const noteProof = statement({
  name: 'sessions.noteProof',
  values: { tokenHash: bytes },
  text: `update sessions set proven_at = now() where token_hash = $tokenHash`,
});
