import { sessionEnd, sessionState, sessionStates } from '../../gate/session-state.sql.ts';
import { type ResultRow, statement } from '../../lib/sql.ts';
import { bigint, boolean, bytes, instant, integer, notNull, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';

/** The state of a session. Does not note that it was seen. */
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

/** The id is the first 8 bytes of the hash: it names one of the passenger's own sessions and can be used for nothing else. */
export const listOwnSessions = statement({
  name: 'sessions.listOwn',
  values: { passengerId: uuid, currentHash: bytes },
  row: {
    id: notNull(text, 'made of the token hash'),
    started_at: instant,
    last_seen_at: instant,
    user_agent: nullable(text),
    is_current: notNull(boolean, 'the token hash is never null'),
  },
  text: `select substr(encode(token_hash, 'hex'), 1, 16) as id,
    created_at as started_at,
    last_seen_at,
    user_agent,
    token_hash = $currentHash as is_current
  from sessions s
  where passenger_id = $passengerId and ${sessionEnd('s')} > now()
  order by created_at desc`,
});

export type OwnSessionRow = ResultRow<typeof listOwnSessions>;

export const deleteOwnSession = statement({
  name: 'sessions.deleteOwn',
  values: { passengerId: uuid, sessionId: text },
  row: { passenger_id: uuid },
  text: `delete from sessions
  where passenger_id = $passengerId and substr(encode(token_hash, 'hex'), 1, 16) = $sessionId
  returning passenger_id`,
});

export const deleteOtherSessions = statement({
  name: 'sessions.deleteOtherSessions',
  values: { passengerId: uuid, keptHash: bytes },
  row: { token_hash: bytes },
  text: `delete from sessions where passenger_id = $passengerId and token_hash <> $keptHash returning token_hash`,
});

/**
 * Ends sessions and writes that down, in one statement: no session can be ended without its audit event. The accounts are locked first, in the
 * order of their ids: an act that ends several sessions of its passenger holds the account, and takes them in another order.
 */
export const deleteSessionsByOrder = statement({
  name: 'sessions.deleteSessionsByOrder',
  values: { email: nullable(text), kind: text, traceId: text },
  row: { sessions: notNull(integer, 'a count'), passengers: notNull(integer, 'a count') },
  text: `with held as (
    select p.passenger_id
    from passengers p
    where ($email::text is null or p.email = $email)
      and exists (select from sessions s where s.passenger_id = p.passenger_id)
    order by p.passenger_id
    for no key update
  ), ended as (
    delete from sessions s using held
    where held.passenger_id = s.passenger_id
    returning s.passenger_id
  ), written as (
    insert into audit_events (kind, passenger_id, trace_id, detail)
    select $kind, passenger_id, $traceId, jsonb_build_object('sessions', count(*)) from ended group by passenger_id
  )
  select count(*)::integer as sessions, count(distinct passenger_id)::integer as passengers from ended`,
});

/**
 * Sessions that can never be used again. Kept for a day after their end so that `TOKEN_EXPIRED` and idle time can be
 * distinguished from an unknown session. One that another transaction has is left to that one, or to the next time.
 */
export const deleteEndedSessions = statement({
  name: 'sessions.deleteEndedSessions',
  text: 'select from delete_ended_sessions()',
});
