import { assertThat } from '../../lib/assert-that.ts';
import { normaliseEmail } from '../../lib/email-address.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { AppContext } from '../../plugins/context.ts';
import { type AuditKind, recordAudit } from '../audit/audit.service.ts';
import { lockOpenAccount } from '../users/users.service.ts';
import * as sessions from './own-sessions.queries.ts';

/** Ends every session of a passenger, or every one but the session whose hash is given. */
export async function endSessions(tx: Transaction, passengerId: string, except: Buffer | null): Promise<void> {
  await sessions.deleteSessionsOf(tx, [passengerId, except]);
}

/** Signs the passenger out everywhere but here. */
export async function endOtherSessions(
  context: AppContext,
  input: { passengerId: string; current: Buffer; traceId: string },
): Promise<void> {
  const { passengerId, current, traceId } = input;
  await transaction(context.pool, async (tx) => {
    await lockOpenAccount(tx, passengerId);
    await endSessions(tx, passengerId, current);
    await recordAudit(tx, { kind: 'signed_out_everywhere', passengerId, traceId });
  });
}

/** Ends one session of the passenger. @throws `not_found` for anybody else's and for one that has ended. */
export async function endSession(
  context: AppContext,
  input: { passengerId: string; sessionId: string; traceId: string },
): Promise<void> {
  const { passengerId, sessionId, traceId } = input;
  await transaction(context.pool, async (tx) => {
    const [ended] = await sessions.deleteOwnSession(tx, [passengerId, sessionId]);
    assertThat(ended !== undefined, 'not_found');
    await recordAudit(tx, { kind: 'session_ended', passengerId, traceId });
  });
}

/**
 * Ends the sessions of the passenger with this address, or everybody's, by order of the operator. Each passenger who
 * had one gets an audit event. Whoever signs in meanwhile stays.
 */
export async function endSessionsByOperator(
  db: Db,
  input: { email: string | null; traceId: string },
): Promise<{ sessions: number; passengers: number }> {
  const kind: AuditKind = 'sessions_ended_by_operator';
  const [ended] = await sessions.deleteSessionsByOrder(db, [
    input.email && normaliseEmail(input.email),
    kind,
    input.traceId,
  ]);
  return ended ?? { sessions: 0, passengers: 0 };
}

export type OwnSessionRow = sessions.OwnSessionRow;

/** The sessions in which the passenger could go on now. */
export async function listSessions(db: Db, passengerId: string, current: Buffer): Promise<OwnSessionRow[]> {
  return await sessions.listOwnSessions(db, [passengerId, current]);
}

/** Forgets sessions that ended a while ago. */
export async function deleteEndedSessions(db: Db): Promise<void> {
  await sessions.deleteEndedSessions(db, []);
}
