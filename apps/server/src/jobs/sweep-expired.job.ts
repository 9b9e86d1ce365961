import { deleteOldAudit } from '../audit/audit.queries.ts';
import { deleteOldClaims } from '../modules/card-claims/decide-claims.service.ts';
import { deleteOldMoneyNotes } from '../modules/money-upkeep/old-money-notes.service.ts';
import { deleteExpiredResets } from '../modules/passwords/passwords.service.ts';
import { deleteOldTombstones } from '../modules/privacy/close-account.service.ts';
import { deleteExpiredRegistrations } from '../modules/registrations/registrations.service.ts';
import { deleteStaleProofs } from '../modules/second-factors/passkey-answers.service.ts';
import { deleteEndedSessions } from '../modules/sessions/sessions.service.ts';
import { deleteStaleFlows } from '../modules/single-sign-on/single-sign-on.service.ts';
import { deleteEndedThrottles } from '../modules/throttles/throttles.service.ts';
import type { Using } from '../plugins/context.ts';
import { deleteUndelivered } from '../queue/jobs.queries.ts';

/** Deletes expired rows. Nothing depends on it: each reader compares the dates of the row. */
export async function sweepExpired({ pool, config }: Using<'pool' | 'config'>): Promise<void> {
  await deleteExpiredRegistrations(pool);
  await deleteExpiredResets(pool);
  await deleteEndedSessions(pool);
  await deleteEndedThrottles(pool);
  await deleteStaleFlows(pool);
  await deleteStaleProofs(pool);
  await deleteOldAudit(pool, config.retention.auditMonths);
  await deleteOldTombstones(pool, config.retention.auditMonths);
  await deleteOldClaims(pool);
  await deleteUndelivered(pool);
  await deleteOldMoneyNotes(pool, config.retention.auditMonths);
}
