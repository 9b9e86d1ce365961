import type { Locale } from '@tapfolio/domain/locale.ts';
import { statement } from '../../lib/sql.ts';

export interface GateRow extends Record<string, unknown> {
  passenger_id: string;
  display_language: Locale;
  medium_id: string | null;
  state: 'live' | 'idle' | 'expired';
}

/**
 * The gate of every signed-in call, one statement of the account side: the session, its passenger and, when the call
 * names a card, the medium that card of that passenger stands for. A live session is noted as seen, at most every ten
 * seconds, so that reading costs no write. Values: token hash, card id or null.
 */
export const passGate = statement<GateRow>(
  'sessions.passGate',
  `with gate as (
    select s.token_hash, s.passenger_id, p.display_language,
      case
        when s.expires_at <= now() then 'expired'
        when s.idle_seconds > 0 and s.last_seen_at + make_interval(secs => s.idle_seconds) <= now() then 'idle'
        else 'live'
      end as state
    from sessions s
    join passengers p using (passenger_id)
    where s.token_hash = $1 and p.status = 'active'
  ), seen as (
    update sessions s set last_seen_at = now()
    from gate
    where s.token_hash = gate.token_hash and gate.state = 'live' and s.last_seen_at < now() - interval '10 seconds'
  )
  select gate.passenger_id, gate.display_language, gate.state, c.medium_id
  from gate
  left join cards c on c.passenger_id = gate.passenger_id and c.card_id = $2::integer`,
);
