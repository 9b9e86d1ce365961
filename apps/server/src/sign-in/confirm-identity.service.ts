import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { recordAudit } from '../audit/audit.queries.ts';
import { lockOwnAccount } from '../gate/account.queries.ts';
import type { Passenger } from '../gate/caller.ts';
import { AppError } from '../lib/app-error.ts';
import { assertThat } from '../lib/assert-that.ts';
import { transaction } from '../lib/sql.ts';
import { isOwnPassword } from '../modules/passwords/passwords.service.ts';
import { type Assertion, judgeAssertion } from '../modules/second-factors/passkey-answers.service.ts';
import { noteFreshProof } from '../modules/sessions/sessions.service.ts';
import { throttleRules } from '../modules/throttles/throttle-rules.ts';
import { withThrottle } from '../modules/throttles/throttles.service.ts';
import type { Using } from '../plugins/context.ts';

/** The password, or an answer of one of the passenger's passkeys. */
export type IdentityProof = { readonly password: string } | { readonly response: Assertion };

/** What a wrong proof is refused with. Anything else says nothing about the proof. */
const refusals: readonly ErrorCode[] = ['password_old_incorrect', 'passkey_refused'];

type Confirming = Using<'pool' | 'config' | 'clock' | 'keys'>;

/**
 * Checks a new proof of who is signed in and notes its time. @throws `password_old_incorrect`, `passkey_refused`, `too_many_requests`;
 * `unauthenticated` when the session was ended meanwhile.
 */
export async function confirmIdentity(context: Confirming, passenger: Passenger, proof: IdentityProof): Promise<void> {
  const { passengerId, tokenHash, traceId } = passenger;
  await withThrottle(context, {
    buckets: [{ rule: throttleRules.passwordByAccount, object: passengerId }],
    failures: refusals,
    work: async () => {
      try {
        await checkProof(context, passenger, proof);
      } catch (error) {
        const detail = { by: 'response' in proof ? 'passkey' : 'password' };
        if (error instanceof AppError && refusals.includes(error.code))
          await recordAudit(context.pool, { kind: 'identity_refused', passengerId, traceId, detail });
        throw error;
      }
    },
  });
  await transaction(context.pool, async (tx) => {
    await lockOwnAccount(tx, passenger);
    await noteFreshProof(tx, tokenHash);
    await recordAudit(tx, { kind: 'identity_confirmed', passengerId, traceId });
  });
}

async function checkProof(context: Confirming, passenger: Passenger, proof: IdentityProof): Promise<void> {
  const { passengerId: owner, traceId } = passenger;
  if ('response' in proof) await judgeAssertion(context, proof.response, { owner, traceId });
  else assertThat(await isOwnPassword(context, owner, proof.password), 'password_old_incorrect');
}
