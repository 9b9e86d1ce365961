import { deleteOldAudit } from '../audit/audit.queries.ts';
import { type Step, takeSteps } from '../lib/take-steps.ts';
import { deleteOldAlarms } from '../modules/alarms/alarms.service.ts';
import { deleteOldAnnouncements } from '../modules/announcements/announcements.service.ts';
import { deleteOldBankEvents } from '../modules/bank-events/bank-events.service.ts';
import { deleteOldClaims } from '../modules/card-claims/decide-claims.service.ts';
import { deleteOldCardNews } from '../modules/card-news/old-card-news.service.ts';
import { deleteOldCallKeys } from '../modules/money-upkeep/old-call-keys.service.ts';
import { deleteExpiredResets } from '../modules/passwords/passwords.service.ts';
import { deleteOldTombstones } from '../modules/privacy/close-account.service.ts';
import { deleteOldQuestions } from '../modules/questions/questions.service.ts';
import { deleteExpiredRegistrations } from '../modules/registrations/registrations.service.ts';
import { deleteStaleProofs } from '../modules/second-factors/passkey-answers.service.ts';
import { deleteEndedSessions } from '../modules/sessions/sessions.service.ts';
import { deleteStaleFlows } from '../modules/single-sign-on/single-sign-on.service.ts';
import { deleteEndedThrottles } from '../modules/throttles/throttles.service.ts';
import { deleteOldWork } from '../modules/work-trips/work-trips.service.ts';
import type { Using } from '../plugins/context.ts';
import { deleteGivenUp } from '../queue/jobs.queries.ts';
import { farWaits } from './far-waits.ts';

/**
 * Deletes expired rows. Nothing depends on it: each reader compares the dates of the row. Also ends waits that are longer than any.
 * A step that fails does not stop the others.
 * @throws AggregateError with the failures, after all steps.
 */
export async function sweepExpired({ pool, config }: Using<'pool' | 'config'>): Promise<void> {
  const { auditMonths, travelMonths } = config.retention;
  const steps: Step[] = [
    ['expired registrations', () => deleteExpiredRegistrations(pool)],
    ['expired links for a new password', () => deleteExpiredResets(pool)],
    ['ended sessions', () => deleteEndedSessions(pool)],
    ['ended limits', () => deleteEndedThrottles(pool)],
    ['old sign-ins at the provider', () => deleteStaleFlows(pool)],
    ['expired codes and challenges', () => deleteStaleProofs(pool)],
    ['old audit events', () => deleteOldAudit(pool, auditMonths)],
    ['notes of closed accounts', () => deleteOldTombstones(pool, auditMonths)],
    ['old claims of cards', () => deleteOldClaims(pool)],
    ['old news of cards', () => deleteOldCardNews(pool)],
    ['old questions', () => deleteOldQuestions(pool)],
    ['old marks of trips', () => deleteOldWork(pool, travelMonths)],
    ['jobs that were given up', () => deleteGivenUp(pool)],
    ['old keys of calls', () => deleteOldCallKeys(pool)],
    ['old events of the bank', () => deleteOldBankEvents(pool)],
    ['old alarms', () => deleteOldAlarms(pool, auditMonths)],
    ['old announcements', () => deleteOldAnnouncements(pool)],
    ...farWaits({ pool }),
  ];
  await takeSteps(steps, 'cleared');
}
