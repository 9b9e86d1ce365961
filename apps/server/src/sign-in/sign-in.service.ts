import { recordAudit } from '../audit/audit.queries.ts';
import type { Caller } from '../gate/caller.ts';
import type { KnownDevice } from '../gate/device-cookie.ts';
import { AppError } from '../lib/app-error.ts';
import { verifyPassword } from '../lib/password-hashing.ts';
import { transaction } from '../lib/sql.ts';
import { renewOutdatedHash } from '../modules/passwords/password-ages.service.ts';
import { deleteSession } from '../modules/sessions/sessions.service.ts';
import { guessesOn } from '../modules/throttles/throttle-rules.ts';
import { withThrottle } from '../modules/throttles/throttles.service.ts';
import { type Candidate, findCandidate, noteLogout, noteWrongPassword } from '../modules/users/users.service.ts';
import type { Using } from '../plugins/context.ts';
import { finishSignIn, type OpenedSession, refuseClosedAccount } from './open-session.service.ts';
import { askForCode } from './second-factor-sign-in.service.ts';

export interface Credentials {
  /** Normalised. */
  readonly email: string;
  readonly password: string;
  /** Set when this address signed in with this browser before. */
  readonly device: KnownDevice | undefined;
}

type Signing = Using<'pool' | 'config' | 'clock' | 'keys'>;

/**
 * Opens a session for the right password. @throws `login_failed` alike for a wrong password and an unknown address,
 * `user_locked` when this address was tried too often, and for the right password, in this order: `user_not_active` or
 * `user_expired` when the account is not open, `second_factor_required` (with a ticket) for a passenger who wants a code
 * by mail, and `password_change` (with the token to change it with) when a new one must be chosen first.
 */
export async function signIn(context: Signing, caller: Caller, input: Credentials): Promise<OpenedSession> {
  const candidate = await withThrottle(context, {
    buckets: guessesOn({ ...input, ip: caller.ip }),
    failures: ['login_failed'],
    work: () => checkPassword(context, caller, input),
  });
  await refuseClosedAccount(context, candidate, caller);
  await renewOutdatedHash(context, candidate, input.password);
  if (candidate.mail_code) return await askForCode(context, candidate, caller);
  return await finishSignIn(context, caller, { candidate, provenBy: 'password' });
}

async function checkPassword(
  context: Using<'pool' | 'keys'>,
  { traceId }: Caller,
  input: Credentials,
): Promise<Candidate> {
  const candidate = await findCandidate(context.pool, input.email);
  const isRight = await verifyPassword(context.keys.passwords, input.password, candidate?.password_hash);
  if (isRight && candidate !== undefined) return candidate;
  await noteWrongPassword(context, { email: input.email, traceId });
  throw new AppError('login_failed');
}

/** Ends the caller's session, if there is one. */
export async function signOut({ pool }: Using<'pool'>, { sessionToken, traceId }: Caller): Promise<void> {
  if (sessionToken === undefined) return;
  await transaction(pool, async (tx) => {
    const passengerId = await deleteSession(tx, sessionToken);
    if (passengerId === undefined) return;
    await noteLogout(tx, passengerId);
    await recordAudit(tx, { kind: 'signed_out', passengerId, traceId });
  });
}
