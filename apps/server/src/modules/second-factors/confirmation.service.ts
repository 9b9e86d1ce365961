import { assertThat } from '../../lib/assert-that.ts';
import { verifyPassword } from '../../lib/password-hashing.ts';
import { transaction } from '../../lib/sql.ts';
import type { AppContext } from '../../plugins/context.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import * as confirmation from './confirmation.queries.ts';
import { type Assertion, judgeAssertion } from './passkey-answers.service.ts';

export interface Confirmation {
  readonly passengerId: string;
  readonly tokenHash: Buffer;
  readonly traceId: string;
  /** The password, or an answer of one of the passenger's passkeys. */
  readonly proof: { readonly password: string } | { readonly response: Assertion };
}

/** Grave acts need a proof of the last five minutes, by the database's clock (ASVS 7.5.1). @throws `reauthentication_required`. */
export async function assertFreshProof(context: AppContext, tokenHash: Buffer): Promise<void> {
  const [fresh] = await confirmation.findFreshProof(context.pool, [tokenHash]);
  assertThat(fresh !== undefined, 'reauthentication_required');
}

/** Takes a fresh proof of who is signed in. @throws `password_old_incorrect`, `passkey_refused`, `too_many_requests`. */
export async function confirmIdentity(context: AppContext, input: Confirmation): Promise<void> {
  const { passengerId, tokenHash, traceId, proof } = input;
  await withThrottle(context, {
    buckets: [{ rule: throttleRules.passwordByAccount, object: passengerId }],
    failures: ['password_old_incorrect', 'passkey_refused'],
    work: async () => {
      try {
        await checkProof(context, input);
      } catch (error) {
        const detail = { by: 'response' in proof ? 'passkey' : 'password' };
        await recordAudit(context.pool, { kind: 'identity_refused', passengerId, traceId, detail });
        throw error;
      }
    },
  });
  await transaction(context.pool, async (tx) => {
    await confirmation.noteProof(tx, [tokenHash]);
    await recordAudit(tx, { kind: 'identity_confirmed', passengerId, traceId });
  });
}

async function checkProof(context: AppContext, { passengerId, traceId, proof }: Confirmation): Promise<void> {
  if ('response' in proof) await judgeAssertion(context, proof.response, { owner: passengerId, traceId });
  else await checkOwnPassword(context, passengerId, proof.password);
}

async function checkOwnPassword(context: AppContext, passengerId: string, password: string): Promise<void> {
  const [row] = await confirmation.findPasswordHash(context.pool, [passengerId]);
  assertThat(await verifyPassword(context.secrets.pepper, password, row?.password_hash), 'password_old_incorrect');
}
