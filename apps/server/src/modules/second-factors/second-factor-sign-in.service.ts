import { assertThat } from '../../lib/assert-that.ts';
import type { AppContext } from '../../plugins/context.ts';
import { finishSignIn, type NewSession, openSession, type SignedIn } from '../sessions/sessions.service.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { forgive, fromAddress, withThrottle } from '../throttles/throttles.service.ts';
import { findCandidateAgain } from '../users/users.service.ts';
import { judgeCode, spendCode } from './mail-codes.service.ts';
import { type Assertion, judgeAssertion } from './passkey-answers.service.ts';

/** Who comes, and from where. */
export interface Visit extends Omit<NewSession, 'passengerId' | 'provenBy'> {
  readonly ip: string;
}

/**
 * Opens a session for the owner of the passkey that answered. A password that must be changed stays so until it is used:
 * a passkey is none. @throws `passkey_refused`, `too_many_requests`.
 */
export async function signInWithPasskey(context: AppContext, visit: Visit, response: Assertion): Promise<SignedIn> {
  const passengerId = await withThrottle(context, {
    buckets: fromAddress(throttleRules.passkeyByAddress, visit.ip),
    failures: ['passkey_refused'],
    work: () => judgeAssertion(context, response, { owner: null, traceId: visit.traceId }),
  });
  return await openSession(context, { ...visit, passengerId, provenBy: 'passkey' });
}

/**
 * Opens a session for whoever was sent the code, and uses the code up with it, or with the token for a new password when
 * there must be one first. @throws `sign_in_code_wrong`, `sign_in_code_expired`, `too_many_requests`, and what
 * `finishSignIn` refuses.
 */
export async function signInWithCode(
  context: AppContext,
  visit: Visit,
  given: { ticket: string; code: string },
): Promise<SignedIn> {
  const code = await withThrottle(context, {
    buckets: fromAddress(throttleRules.codeByAddress, visit.ip),
    failures: ['sign_in_code_wrong', 'sign_in_code_expired'],
    work: () => judgeCode(context, { ...given, traceId: visit.traceId }),
  });
  await forgive(context, { rule: throttleRules.mailCodesInARow, object: code.passengerId });
  const candidate = await findCandidateAgain(context.pool, code.passengerId);
  assertThat(candidate !== undefined, 'sign_in_code_expired');
  return await finishSignIn(context, candidate, { ...visit, provenBy: 'password and code' }, (tx) =>
    spendCode(tx, code),
  );
}
