import type { Locale } from '@tapfolio/domain/locale.ts';
import { untypedStatement } from '../lib/sql.ts';
import { sessionEnd, sessionState } from './session-state.sql.ts';

export interface GateRow extends Record<string, unknown> {
  passenger_id: string;
  display_language: Locale;
  is_sso_shadow_user: boolean;
  medium_id: string | null;
  state: 'live' | 'idle' | 'expired';
  /** How long the session lasts without a call; 0 sets no limit. */
  idle_seconds: number;
  /** Whether it is time to note that the session was seen. */
  is_unnoted: boolean;
}

/**
 * How old the note of the last call may be: ten seconds, so that reading costs no write, but never so much that an active
 * session could seem idle.
 */
const oldestNote = 'make_interval(secs => least(10, coalesce(nullif(s.idle_seconds, 0), 40) / 4.0))';

/**
 * The gate of every signed-in call, one read of the account side: the session, its passenger and, when the call names a
 * card, the medium that card of that passenger stands for. Values: token hash, card id or null.
 */
export const passGate = untypedStatement<GateRow>(
  'gate.pass',
  `with gate as materialized (
    select s.passenger_id, s.idle_seconds, p.display_language, p.is_sso_shadow_user,
      ${sessionState('s')} as state,
      s.last_seen_at < now() - ${oldestNote} as is_unnoted
    from sessions s
    join passengers p using (passenger_id)
    where s.token_hash = $1 and p.status = 'active'
  )
  select gate.passenger_id, gate.display_language, gate.is_sso_shadow_user, gate.state, gate.idle_seconds, gate.is_unnoted,
    c.medium_id
  from gate
  left join cards c on c.passenger_id = gate.passenger_id and c.card_id = $2::integer`,
);

/** Notes that a live session is in use; once, however many calls found it unnoted. Values: token hash. */
export const noteSeen = untypedStatement(
  'gate.noteSeen',
  `update sessions s set last_seen_at = now()
  where s.token_hash = $1 and ${sessionEnd('s')} > now() and s.last_seen_at < now() - ${oldestNote}`,
);

/** Values: token hash. */
export const findFreshProof = untypedStatement<{ token_hash: Buffer }>(
  'gate.findFreshProof',
  `select token_hash from sessions where token_hash = $1 and proven_at > now() - interval '5 minutes'`,
);

/** Values: passenger id. */
export const lockOpenAccount = untypedStatement<{ passenger_id: string }>(
  'gate.lockOpenAccount',
  `select passenger_id from passengers where passenger_id = $1 and status = 'active' for no key update`,
);
