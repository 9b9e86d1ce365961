import { sessionEnd, sessionState } from '../../gate/session-state.sql.ts';
import { untypedStatement } from '../../lib/sql.ts';

export interface SessionStateRow extends Record<string, unknown> {
  state: 'live' | 'idle' | 'expired';
}

/** The same judgement without noting that the session was seen. Values: token hash. */
export const findSessionState = untypedStatement<SessionStateRow>(
  'sessions.findSessionState',
  `select ${sessionState('s')} as state
  from sessions s
  join passengers p using (passenger_id)
  where s.token_hash = $1 and p.status = 'active'`,
);

/** Values: token hash, passenger id, hours until the absolute end, idle seconds, user agent or null. */
export const insertSession = untypedStatement(
  'sessions.insertSession',
  `insert into sessions (token_hash, passenger_id, expires_at, idle_seconds, user_agent)
  values ($1, $2, now() + make_interval(hours => $3), $4, $5)`,
);

/**
 * Ends all but the newest sessions of a passenger whose row is locked, those that are over first. Values: passenger id, how
 * many stay.
 */
export const deleteOldestSessions = untypedStatement(
  'sessions.deleteOldestSessions',
  `delete from sessions
  where token_hash in (
    select s.token_hash
    from sessions s
    where s.passenger_id = $1
    order by ${sessionEnd('s')} > now() desc, s.created_at desc, s.token_hash
    offset $2
  )`,
);

/** Values: token hash. */
export const findOwnerOfSession = untypedStatement<{ passenger_id: string }>(
  'sessions.findOwner',
  `select passenger_id from sessions where token_hash = $1`,
);

/** Values: token hash. */
export const deleteSession = untypedStatement<{ passenger_id: string }>(
  'sessions.deleteSession',
  `delete from sessions where token_hash = $1 returning passenger_id`,
);

/** Values: token hash. */
export const noteProof = untypedStatement(
  'sessions.noteProof',
  `update sessions set proven_at = now() where token_hash = $1`,
);
