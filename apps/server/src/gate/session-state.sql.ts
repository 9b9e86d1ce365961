/** When a session is or was over: at its absolute end, or after its idle time, by the database's clock (SES-07). */
export function sessionEnd(row: string): string {
  return `least(
      ${row}.expires_at,
      case when ${row}.idle_seconds > 0 then ${row}.last_seen_at + make_interval(secs => ${row}.idle_seconds) end
    )`;
}

/** The state of a session. */
export const sessionStates = ['live', 'idle', 'expired'] as const;

/** The state of a session: one of `sessionStates`. */
export function sessionState(row: string): string {
  return `case
      when ${row}.expires_at <= now() then 'expired'
      when ${sessionEnd(row)} <= now() then 'idle'
      else 'live'
    end`;
}
