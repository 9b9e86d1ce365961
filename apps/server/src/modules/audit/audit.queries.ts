import { untypedStatement } from '../../lib/sql.ts';

/** Values: kind, passenger id or null, trace id, detail. */
export const insertAuditEvent = untypedStatement(
  'audit.insertAuditEvent',
  `insert into audit_events (kind, passenger_id, trace_id, detail)
  values ($1, $2, $3, $4)`,
);

/** Deletes one batch and tells how far it came, null when none was left. Values: months to keep, begin. */
export const deleteOldAuditEvents = untypedStatement<{ reached: string | null }>(
  'audit.deleteOldAuditEvents',
  `select delete_old_audit_events($1, $2::timestamptz) as reached`,
);
