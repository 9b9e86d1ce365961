import { addressBlock } from '../../lib/address-block.ts';
import type { AppContext } from '../../plugins/context.ts';
import { type NewSession, openSession, type SignedIn } from '../sessions/sessions.service.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import { judgeCode, spendCode } from './mail-codes.service.ts';
import { type Assertion, judgeAssertion } from './passkey-answers.service.ts';

/** Who comes, and from where. */
export interface Visit extends Omit<NewSession, 'passengerId' | 'provenBy'> {
  readonly ip: string;
}

/** Opens a session for the owner of the passkey that answered. @throws `passkey_refused`, `too_many_requests`. */
export async function signInWithPasskey(context: AppContext, visit: Visit, response: Assertion): Promise<SignedIn> {
  const passengerId = await withThrottle(context, {
    buckets: [{ rule: throttleRules.passkeyByAddress, object: addressBlock(visit.ip) }],
    failures: ['passkey_refused'],
    work: () => judgeAssertion(context, response, { owner: null, traceId: visit.traceId }),
  });
  return await openSession(context, { ...visit, passengerId, provenBy: 'passkey' });
}

/**
 * Opens a session for whoever was sent the code, and uses the code up with it. @throws `sign_in_code_wrong`,
 * `sign_in_code_expired`, `too_many_requests`.
 */
export async function signInWithCode(
  context: AppContext,
  visit: Visit,
  given: { ticket: string; code: string },
): Promise<SignedIn> {
  const code = await withThrottle(context, {
    buckets: [{ rule: throttleRules.codeByAddress, object: addressBlock(visit.ip) }],
    failures: ['sign_in_code_wrong', 'sign_in_code_expired'],
    work: () => judgeCode(context, { ...given, traceId: visit.traceId }),
  });
  const session = { ...visit, passengerId: code.passengerId, provenBy: 'password and code' as const };
  return await openSession(context, session, (tx) => spendCode(tx, code));
}
