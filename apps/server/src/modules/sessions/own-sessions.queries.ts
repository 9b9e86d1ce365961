import { sessionEnd } from '../../gate/session-state.sql.ts';
import { untypedStatement } from '../../lib/sql.ts';
import { isoUtc } from '../../lib/sql-json.ts';

export interface OwnSessionRow extends Record<string, unknown> {
  /** The first 8 bytes of the hash: enough to name a session of one's own, no use for anything else. */
  id: string;
  started_at: string;
  last_seen_at: string;
  user_agent: string | null;
  is_current: boolean;
}

/** Values: passenger id, token hash of the asking session. */
export const listOwnSessions = untypedStatement<OwnSessionRow>(
  'sessions.listOwn',
  `select substr(encode(token_hash, 'hex'), 1, 16) as id,
    ${isoUtc('created_at')} as started_at,
    ${isoUtc('last_seen_at')} as last_seen_at,
    user_agent,
    token_hash = $2 as is_current
  from sessions s
  where passenger_id = $1 and ${sessionEnd('s')} > now()
  order by created_at desc`,
);

/** Values: passenger id, session id. */
export const deleteOwnSession = untypedStatement<{ passenger_id: string }>(
  'sessions.deleteOwn',
  `delete from sessions
  where passenger_id = $1 and substr(encode(token_hash, 'hex'), 1, 16) = $2
  returning passenger_id`,
);

/** Values: passenger id, the token hash to keep or null. */
export const deleteSessionsOf = untypedStatement(
  'sessions.deleteSessionsOf',
  `delete from sessions where passenger_id = $1 and token_hash is distinct from $2`,
);

/**
 * Ends sessions and writes that down, in one statement: no session can be ended without its audit event.
 * Values: normalised address or null for everybody, kind of the event, trace id.
 */
export const deleteSessionsByOrder = untypedStatement<{ sessions: number; passengers: number }>(
  'sessions.deleteSessionsByOrder',
  `with ended as (
    delete from sessions s using passengers p
    where p.passenger_id = s.passenger_id and ($1::text is null or p.email = $1)
    returning s.passenger_id
  ), written as (
    insert into audit_events (kind, passenger_id, trace_id, detail)
    select $2, passenger_id, $3, jsonb_build_object('sessions', count(*)) from ended group by passenger_id
  )
  select count(*)::integer as sessions, count(distinct passenger_id)::integer as passengers from ended`,
);

/**
 * Sessions that can never be used again. Kept for a day after their end so that `TOKEN_EXPIRED` and idle time can be
 * told apart from a session that never was.
 */
export const deleteEndedSessions = untypedStatement(
  'sessions.deleteEndedSessions',
  `delete from sessions s where ${sessionEnd('s')} <= now() - interval '1 day'`,
);
