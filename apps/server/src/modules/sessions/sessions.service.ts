import { AppError } from '../../lib/app-error.ts';
import { newToken, sha256 } from '../../lib/hashing.ts';
import { verifyPassword } from '../../lib/password-hashing.ts';
import { type Transaction, transaction } from '../../lib/sql.ts';
import type { AppContext } from '../../plugins/context.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { holdPassword, mustChange, offerChange, renewOutdatedHash } from '../passwords/password-ages.service.ts';
import { askForCode } from '../second-factors/mail-codes.service.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import {
  type Candidate,
  countCorrectLogin,
  countIncorrectLogin,
  findCandidate,
  lockOpenAccount,
  noteLogout,
} from '../users/users.service.ts';
import type { KnownDevice } from './device-cookie.ts';
import { guessesOn } from './guesses.service.ts';
import * as sessions from './sessions.queries.ts';

export interface SignIn {
  /** Normalised. */
  readonly email: string;
  readonly password: string;
  readonly ip: string;
  readonly userAgent: string | undefined;
  /** The session the browser still had; signing in ends it (SES-04). */
  readonly oldToken: string | undefined;
  /** Set when this address signed in with this browser before. */
  readonly device: KnownDevice | undefined;
  readonly traceId: string;
}

export interface SignedIn {
  readonly token: string;
  readonly passengerId: string;
}

const mostSessions = 5;
const keptUserAgent = 200;

/**
 * Opens a session for the right password. @throws `login_failed` alike for a wrong password and an unknown address,
 * `user_locked` when this address was tried too often, and for the right password, in this order: `user_not_active` or
 * `user_expired` when the account is not open, `second_factor_required` (with a ticket) for a passenger who wants a code
 * asked for, and `password_change` (with the token to change it with) when there must be a new one first.
 */
export async function signIn(context: AppContext, input: SignIn): Promise<SignedIn> {
  const candidate = await withThrottle(context, {
    buckets: guessesOn(input),
    failures: ['login_failed'],
    work: () => checkPassword(context, input),
  });
  await refuseClosedAccount(context, candidate, input.traceId);
  await renewOutdatedHash(context, candidate, input.password);
  if (candidate.mail_code) return await askForCode(context, candidate, input.traceId);
  return await finishSignIn(context, candidate, { ...input, provenBy: 'password' });
}

/**
 * The end of a sign-in that began with a password, once everything was asked for that the passenger wants asked: opens a
 * session, unless the password must be changed first. `spend` uses up, in the same transaction, what came after the
 * password. @throws `password_change`; `login_failed` when the password was changed meanwhile or the account closed.
 */
export async function finishSignIn(
  context: AppContext,
  candidate: Candidate,
  visit: Omit<NewSession, 'passengerId'>,
  spend: (tx: Transaction) => Promise<void> = async () => {},
): Promise<SignedIn> {
  const session = { ...visit, passengerId: candidate.passenger_id };
  const hold = async (tx: Transaction): Promise<void> => {
    await spend(tx);
    await holdPassword(tx, candidate);
  };
  if (mustChange(candidate, context.config.passwordRules))
    throw new AppError('password_change', { resetToken: await offerChange(context, session, hold) });
  return await openSession(context, session, hold);
}

async function checkPassword(context: AppContext, input: SignIn): Promise<Candidate> {
  const candidate = await findCandidate(context.pool, input.email);
  const isRight = await verifyPassword(context.secrets.pepper, input.password, candidate?.password_hash);
  if (isRight && candidate !== undefined) return candidate;
  await transaction(context.pool, async (tx) => {
    const passengerId = await countIncorrectLogin(tx, input.email);
    const detail = { by: 'password' };
    await recordAudit(tx, { kind: 'sign_in_failed', passengerId, traceId: input.traceId, detail });
  });
  throw new AppError('login_failed');
}

/** Lets only an open account go on, and writes a refusal down. @throws `user_not_active`, `user_expired`. */
export async function refuseClosedAccount(
  context: AppContext,
  account: Pick<Candidate, 'passenger_id' | 'status'>,
  traceId: string,
): Promise<void> {
  const passengerId = account.passenger_id;
  const code = closedBecause(account);
  if (code === undefined) return;
  await recordAudit(context.pool, { kind: 'sign_in_refused', passengerId, traceId, detail: { code } });
  throw new AppError(code);
}

function closedBecause({ status }: Pick<Candidate, 'status'>): 'user_not_active' | 'user_expired' | undefined {
  if (status === 'active') return undefined;
  return status === 'expired' ? 'user_expired' : 'user_not_active';
}

/** How somebody has been proven to be the passenger; stands in the audit event. */
export type ProvenBy = 'password' | 'password and code' | 'passkey' | 'provider';

export interface NewSession {
  readonly passengerId: string;
  readonly provenBy: ProvenBy;
  readonly userAgent: string | undefined;
  /** The session the browser still had; the new one ends it (SES-04). */
  readonly oldToken: string | undefined;
  readonly traceId: string;
}

/**
 * Opens a session for whoever has been proven to be the passenger, under a new token, and ends the oldest beyond five.
 * `also` adds to the same transaction, in which the passenger's row is locked: a proof that could be withdrawn meanwhile
 * is looked at again there.
 */
export async function openSession(
  context: AppContext,
  input: NewSession,
  also: (tx: Transaction, tokenHash: Buffer) => Promise<void> = async () => {},
): Promise<SignedIn> {
  const { passengerId } = input;
  const token = newToken();
  const { absoluteSessionHours, idleSeconds } = context.config;
  const userAgent = input.userAgent?.slice(0, keptUserAgent) ?? null;
  await transaction(context.pool, async (tx) => {
    // Locks the passenger, so that parallel sign-ins cannot leave more sessions than allowed.
    await countCorrectLogin(tx, passengerId);
    if (input.oldToken !== undefined) await sessions.deleteSession(tx, [sha256(input.oldToken)]);
    await sessions.deleteOldestSessions(tx, [passengerId, mostSessions - 1]);
    await sessions.insertSession(tx, [sha256(token), passengerId, absoluteSessionHours, idleSeconds, userAgent]);
    await also(tx, sha256(token));
    const detail = { by: input.provenBy };
    await recordAudit(tx, { kind: 'signed_in', passengerId, traceId: input.traceId, detail });
  });
  return { token, passengerId };
}

export type SessionState = { isLive: true } | { isLive: false; reason: 'none' | 'idle' | 'expired' | 'ended' };

/** Whether a session is still good, without keeping it alive (SES-18). */
export async function judgeSession(context: AppContext, token: string | undefined): Promise<SessionState> {
  if (token === undefined) return { isLive: false, reason: 'none' };
  const [row] = await sessions.findSessionState(context.reads, [sha256(token)]);
  if (row?.state === 'live') return { isLive: true };
  return { isLive: false, reason: row?.state ?? 'ended' };
}

/** Ends the session, if there is one. */
export async function signOut(context: AppContext, token: string | undefined, traceId: string): Promise<void> {
  if (token === undefined) return;
  await transaction(context.pool, async (tx) => {
    const [session] = await sessions.findOwnerOfSession(tx, [sha256(token)]);
    if (session === undefined) return;
    await lockOpenAccount(tx, session.passenger_id);
    const [ended] = await sessions.deleteSession(tx, [sha256(token)]);
    if (ended === undefined) return;
    await noteLogout(tx, ended.passenger_id);
    await recordAudit(tx, { kind: 'signed_out', passengerId: ended.passenger_id, traceId });
  });
}
