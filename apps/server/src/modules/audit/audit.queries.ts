import { statement } from '../../lib/sql.ts';
import { instant, integer, jsonb, nullable, text, uuid } from '../../lib/sql-types.ts';

export const insertAuditEvent = statement({
  name: 'audit.insertAuditEvent',
  values: {
    kind: text,
    passengerId: nullable(uuid),
    traceId: text,
    detail: jsonb<Readonly<Record<string, string | number | boolean>>>(),
  },
  text: `insert into audit_events (kind, passenger_id, trace_id, detail)
  values ($kind, $passengerId, $traceId, $detail)`,
});

/** Deletes one batch of old events and tells how far it came, null when none was left. */
export const deleteOldAuditEvents = statement({
  name: 'audit.deleteOldAuditEvents',
  values: { monthsToKeep: integer, after: instant },
  row: { reached: nullable(instant) },
  text: `select reached from delete_old_audit_events($monthsToKeep, $after) as reached`,
});
