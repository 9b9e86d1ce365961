import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import { normaliseEmail } from '@tapfolio/domain/email-address.ts';
import { type AuditKind, recordAudit } from '../../audit/audit.queries.ts';
import { lockAccounts, lockOpenAccount, lockOwnAccount } from '../../gate/account.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { newToken, sha256 } from '../../lib/hashing.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { mostSessions } from '../../plugins/request-rates.ts';
import * as sessions from './sessions.queries.ts';

const keptUserAgent = 200;

export interface NewSession {
  readonly passengerId: string;
  readonly userAgent: string | undefined;
  /** The session the browser still had; the new one ends it (SES-04). */
  readonly oldToken: string | undefined;
}

/**
 * Where the browser still has a session of another passenger, locks both accounts: the new session ends that one, and its passenger may
 * sign in at this moment in a browser that has one of ours. To be called before either account is locked.
 */
export async function lockWithFormer(
  tx: Transaction,
  { passengerId, oldToken }: Pick<NewSession, 'passengerId' | 'oldToken'>,
): Promise<void> {
  if (oldToken === undefined) return;
  const [former] = await sessions.findOwnerOfSession(tx, { tokenHash: sha256(oldToken) });
  if (former === undefined || former.passenger_id === passengerId) return;
  await lockAccounts(tx, [former.passenger_id, passengerId]);
}

/**
 * Stores a session under a new token and ends the oldest beyond five. The passenger's row must be locked, so that parallel
 * sign-ins cannot leave more.
 */
export async function storeSession(
  { config }: Using<'config'>,
  tx: Transaction,
  { passengerId, userAgent, oldToken }: NewSession,
): Promise<{ token: string; tokenHash: Buffer }> {
  const token = newToken();
  const tokenHash = sha256(token);
  const { absoluteSessionHours, idleSeconds } = config;
  if (oldToken !== undefined) await sessions.deleteSession(tx, { tokenHash: sha256(oldToken) });
  await sessions.deleteOldestSessions(tx, { passengerId, most: mostSessions - 1 });
  const shownAgent = userAgent?.slice(0, keptUserAgent) ?? null;
  await sessions.insertSession(tx, {
    tokenHash,
    passengerId,
    absoluteHours: absoluteSessionHours,
    idleSeconds,
    userAgent: shownAgent,
  });
  return { token, tokenHash };
}

export type SessionState = { isLive: true } | { isLive: false; reason: 'none' | 'idle' | 'expired' | 'ended' };

/** Whether a session is still good, without keeping it alive (SES-18). */
export async function judgeSession(db: Db, token: string | undefined): Promise<SessionState> {
  if (token === undefined) return { isLive: false, reason: 'none' };
  const [row] = await sessions.findSessionState(db, { tokenHash: sha256(token) });
  if (row?.state === 'live') return { isLive: true };
  return { isLive: false, reason: row?.state ?? 'ended' };
}

/**
 * Ends the session with this token and returns its passenger; undefined if there is no such session. Locks the passenger first, as every
 * change of an account does.
 */
export async function deleteSession(tx: Transaction, token: string): Promise<string | undefined> {
  const [session] = await sessions.findOwnerOfSession(tx, { tokenHash: sha256(token) });
  if (session === undefined) return undefined;
  await lockOpenAccount(tx, session.passenger_id);
  const [ended] = await sessions.deleteSession(tx, { tokenHash: sha256(token) });
  return ended?.passenger_id;
}

/** Notes that the passenger of this session has just proven again who they are. */
export async function noteFreshProof(tx: Transaction, tokenHash: Buffer): Promise<void> {
  await sessions.noteProof(tx, { tokenHash });
}

/** Ends all sessions of the passenger but this one. @throws `unauthenticated` when this session was ended before. */
export async function endOtherSessions({ pool }: Using<'pool'>, passenger: Passenger): Promise<void> {
  const { passengerId, tokenHash, traceId } = passenger;
  await transaction(pool, async (tx) => {
    await lockOwnAccount(tx, passenger);
    const ended = await sessions.deleteOtherSessions(tx, { passengerId, keptHash: tokenHash });
    if (ended.length > 0) await recordAudit(tx, { kind: 'signed_out_everywhere', passengerId, traceId });
  });
}

/**
 * Ends one session of the passenger. @throws `TM0044` if it belongs to another passenger or has ended; `unauthenticated` when this session was
 * ended before: one that a new password has ended must not end the one in which the password was changed.
 */
export async function endSession({ pool }: Using<'pool'>, passenger: Passenger, sessionId: string): Promise<void> {
  const { passengerId, traceId } = passenger;
  await transaction(pool, async (tx) => {
    await lockOwnAccount(tx, passenger);
    const [ended] = await sessions.deleteOwnSession(tx, { passengerId, sessionId });
    assertThat(ended !== undefined, systemCodes.session.unknown);
    await recordAudit(tx, { kind: 'session_ended', passengerId, traceId });
  });
}

/**
 * Ends the sessions of the passenger with this address, or of all passengers, by order of the operator. Each passenger who
 * had one gets an audit event. A session that begins at the same time stays.
 */
export async function endSessionsByAdministrator(
  db: Db,
  input: { email: string | null; traceId: string },
): Promise<{ sessions: number; passengers: number }> {
  const kind: AuditKind = 'sessions_ended_by_administrator';
  const [ended] = await sessions.deleteSessionsByOrder(db, {
    email: input.email && normaliseEmail(input.email),
    kind,
    traceId: input.traceId,
  });
  return ended ?? { sessions: 0, passengers: 0 };
}

/** The sessions in which the passenger could go on now. */
export async function listSessions(db: Db, passengerId: string, current: Buffer): Promise<sessions.OwnSessionRow[]> {
  return await sessions.listOwnSessions(db, { passengerId, currentHash: current });
}

/** Forgets sessions that ended a while ago. */
export async function deleteEndedSessions(db: Db): Promise<void> {
  await sessions.deleteEndedSessions(db);
}
