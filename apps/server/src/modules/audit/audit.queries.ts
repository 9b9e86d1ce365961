import { statement } from '../../lib/sql.ts';

/** Values: kind, passenger id or null, trace id, detail. */
export const insertAuditEvent = statement(
  'audit.insertAuditEvent',
  `insert into audit_events (kind, passenger_id, trace_id, detail)
  values ($1, $2, $3, $4)`,
);

/** Values: months to keep. */
export const deleteOldAuditEvents = statement(
  'audit.deleteOldAuditEvents',
  `delete from audit_events where at < now() - make_interval(months => $1)`,
);
