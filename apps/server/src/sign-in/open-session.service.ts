import { recordAudit } from '../audit/audit.queries.ts';
import type { Caller } from '../gate/caller.ts';
import { AppError } from '../lib/app-error.ts';
import { type Transaction, transaction } from '../lib/sql.ts';
import { mustChange, offerChange } from '../modules/passwords/password-ages.service.ts';
import { holdPassword } from '../modules/passwords/passwords.service.ts';
import { lockWithFormer, storeSession } from '../modules/sessions/sessions.service.ts';
import { type Candidate, countCorrectLogin } from '../modules/users/users.service.ts';
import type { Using } from '../plugins/context.ts';

/** How a passenger has proven who they are; stands in the audit event. */
export type ProvenBy = 'password' | 'password and code' | 'passkey' | 'provider';

export interface ProvenPassenger {
  readonly passengerId: string;
  readonly provenBy: ProvenBy;
}

export interface OpenedSession {
  readonly token: string;
  readonly passengerId: string;
}

interface Opening extends ProvenPassenger {
  /** Takes the locks that must be taken before the passenger's row is locked. */
  readonly before?: (tx: Transaction) => Promise<void>;
  /** Runs in the transaction, with the passenger's row locked: checks again a proof that could have been withdrawn. */
  readonly also?: (tx: Transaction, tokenHash: Buffer) => Promise<void>;
}

/**
 * Opens a session for a passenger who has proven who they are.
 * @throws `login_failed` when the account was closed before.
 */
export async function openSession(
  context: Using<'pool' | 'config'>,
  caller: Caller,
  { passengerId, provenBy, before, also }: Opening,
): Promise<OpenedSession> {
  const { userAgent, sessionToken: oldToken, traceId } = caller;
  return await transaction(context.pool, async (tx) => {
    await before?.(tx);
    await lockWithFormer(tx, { passengerId, oldToken });
    // Locks the passenger, so that parallel sign-ins cannot leave more sessions than allowed.
    await countCorrectLogin(tx, passengerId);
    const { token, tokenHash } = await storeSession(context, tx, { passengerId, userAgent, oldToken });
    await also?.(tx, tokenHash);
    await recordAudit(tx, { kind: 'signed_in', passengerId, traceId, detail: { by: provenBy } });
    return { token, passengerId };
  });
}

/**
 * Ends a sign-in that began with a password, after the code by mail if the passenger wants one: opens a session, unless the
 * password must be changed first. `spend` uses the code up in the same transaction.
 * @throws `password_change` with the token to change it with; `login_failed` when the password was changed or the account
 * closed before.
 */
export async function finishSignIn(
  context: Using<'pool' | 'config' | 'clock' | 'keys'>,
  caller: Caller,
  {
    candidate,
    provenBy,
    spend,
  }: { candidate: Candidate; provenBy: ProvenBy; spend?: (tx: Transaction) => Promise<void> },
): Promise<OpenedSession> {
  const passengerId = candidate.passenger_id;
  const hold = async (tx: Transaction): Promise<void> => {
    await spend?.(tx);
    await holdPassword(tx, candidate);
  };
  if (mustChange(candidate, context.config.passwordRules)) {
    const resetToken = await offerChange(context, { passengerId, traceId: caller.traceId }, hold);
    throw new AppError('password_change', { resetToken });
  }
  return await openSession(context, caller, { passengerId, provenBy, also: hold });
}

/** Lets only an open account go on, and writes a refusal down. @throws `user_not_active`, `user_expired`. */
export async function refuseClosedAccount(
  context: Using<'pool'>,
  account: Pick<Candidate, 'passenger_id' | 'status'>,
  { traceId }: Caller,
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
