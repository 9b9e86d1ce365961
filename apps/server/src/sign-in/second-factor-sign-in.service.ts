import { recordAudit } from '../audit/audit.queries.ts';
import type { Caller } from '../gate/caller.ts';
import { AppError } from '../lib/app-error.ts';
import { assertThat } from '../lib/assert-that.ts';
import { newToken } from '../lib/hashing.ts';
import { newUuid } from '../lib/ids.ts';
import { type Transaction, transaction } from '../lib/sql.ts';
import { holdPassword, type ProvenPassword } from '../modules/passwords/passwords.service.ts';
import { judgeCode, spendCode, storeCode } from '../modules/second-factors/mail-codes.service.ts';
import { type Assertion, holdPasskey, judgeAssertion } from '../modules/second-factors/passkey-answers.service.ts';
import { fromAddress, throttleRules } from '../modules/throttles/throttle-rules.ts';
import { forgive, withThrottle } from '../modules/throttles/throttles.service.ts';
import { findCandidateAgain } from '../modules/users/users.service.ts';
import type { Using } from '../plugins/context.ts';
import { enqueueMail } from '../queue/jobs.queries.ts';
import { finishSignIn, type OpenedSession, openSession } from './open-session.service.ts';

type Signing = Using<'pool' | 'config' | 'clock' | 'keys'>;

/**
 * Sends a code to a passenger who gave the right password and asks for one. @throws always: `second_factor_required`, whose
 * details carry the ticket to come back with; `too_many_requests` after ten codes in an hour or twenty in a row that were not
 * used; `login_failed` when the password was changed before.
 */
export async function askForCode(context: Signing, proven: ProvenPassword, { traceId }: Caller): Promise<never> {
  const passengerId = proven.passenger_id;
  const ticket = newToken();
  const codeId = newUuid(context.clock.now().getTime());
  await withThrottle(context, {
    buckets: [
      { rule: throttleRules.mailCodeByAccount, object: passengerId },
      { rule: throttleRules.mailCodesInARow, object: passengerId },
    ],
    failures: [],
    work: () =>
      transaction(context.pool, async (tx) => {
        await holdPassword(tx, proven);
        await storeCode(tx, { ticket, codeId, passengerId });
        await enqueueMail(tx, { mail: 'sign-in-code', id: codeId });
        await recordAudit(tx, { kind: 'sign_in_code_sent', passengerId, traceId });
      }),
  });
  throw new AppError('second_factor_required', { ticket });
}

/**
 * Opens a session for the owner of the passkey that answered. A password that must be changed stays so until it is used:
 * signing in with a passkey does not use it. @throws `passkey_refused`, `too_many_requests`.
 */
export async function signInWithPasskey(context: Signing, caller: Caller, response: Assertion): Promise<OpenedSession> {
  const proven = await withThrottle(context, {
    buckets: fromAddress(throttleRules.passkeyByAddress, caller.ip),
    failures: ['passkey_refused'],
    work: () => judgeAssertion(context, response, { owner: null, traceId: caller.traceId }),
  });
  const { passengerId } = proven;
  const also = (tx: Transaction) => holdPasskey(tx, proven);
  return await withThrottle(context, {
    buckets: [{ rule: throttleRules.passkeysByAccount, object: passengerId }],
    failures: [],
    work: () => openSession(context, caller, { passengerId, provenBy: 'passkey', also }),
  });
}

/**
 * Opens a session for the passenger who was sent the code, and uses the code up with it, or with the token for a new password
 * when there must be one first. @throws `sign_in_code_wrong`, `sign_in_code_expired`, `too_many_requests`, and what
 * `finishSignIn` refuses.
 */
export async function signInWithCode(
  context: Signing,
  caller: Caller,
  given: { ticket: string; code: string },
): Promise<OpenedSession> {
  const code = await withThrottle(context, {
    buckets: fromAddress(throttleRules.codeByAddress, caller.ip),
    failures: ['sign_in_code_wrong', 'sign_in_code_expired'],
    work: () => judgeCode(context, { ...given, traceId: caller.traceId }),
  });
  await forgive(context, { rule: throttleRules.mailCodesInARow, object: code.passengerId });
  const candidate = await findCandidateAgain(context.pool, code.passengerId);
  assertThat(candidate !== undefined, 'sign_in_code_expired');
  const provenBy = 'password and code';
  return await finishSignIn(context, caller, { candidate, provenBy, spend: (tx) => spendCode(tx, code) });
}
