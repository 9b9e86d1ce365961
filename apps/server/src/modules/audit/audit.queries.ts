import { statement } from '../../lib/sql.ts';

/** Values: kind, passenger id or null, trace id, detail. */
export const insertAuditEvent = statement(
  'audit.insertAuditEvent',
  `insert into audit_events (kind, passenger_id, trace_id, detail)
  values ($1, $2, $3, $4)`,
);

/** Values: months to keep. */
export const deleteOldAuditEvents = statement('audit.deleteOldAuditEvents', `select delete_old_audit_events($1)`);
