import { looksLikeEmail, normaliseEmail } from '@tapfolio/domain/email-address.ts';
import { recordAudit } from '../audit/audit.queries.ts';
import type { Caller } from '../gate/caller.ts';
import type { KnownDevice } from '../gate/device-cookie.ts';
import { AppError } from '../lib/app-error.ts';
import { assertThat } from '../lib/assert-that.ts';
import { newUuid } from '../lib/ids.ts';
import { mailToken } from '../lib/mail-token.ts';
import { transaction } from '../lib/sql.ts';
import { storeReset } from '../modules/passwords/passwords.service.ts';
import { fromAddress, resetMailsTo, throttleRules } from '../modules/throttles/throttle-rules.ts';
import { withAnyThrottle, withThrottle } from '../modules/throttles/throttles.service.ts';
import type { Using } from '../plugins/context.ts';
import { enqueueMail } from '../queue/jobs.queries.ts';

type Asking = Using<'pool' | 'clock' | 'keys'>;

export interface ResetRequest {
  readonly typedEmail: string;
  /** Whether the browser is one in which the owner of this address signed in before. */
  readonly deviceOf: (email: string) => KnownDevice | undefined;
}

/**
 * Sends a link to the owner of this address, if they have a password here. Does and answers the same for any other address (AUTH-10).
 * After three requests in half an hour, and after six in a day for up to two hours, it sends no mail, but answers the same.
 * @throws `no_valid_username` for text that cannot be an address, which does not show who has an account (AUTH-14).
 */
export async function requestReset(context: Asking, caller: Caller, asked: ResetRequest): Promise<void> {
  const email = normaliseEmail(asked.typedEmail);
  assertThat(looksLikeEmail(email), 'no_valid_username');
  await withThrottle(context, {
    buckets: fromAddress(throttleRules.resetByAddress, caller.ip),
    failures: [],
    work: async () => {
      const choices = resetMailsTo(email, asked.deviceOf(email));
      const work = () => sendReset(context, caller, email);
      await withAnyThrottle(context, choices, { failures: [], work }).catch(unlessTooMany);
    },
  });
}

function unlessTooMany(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error;
}

async function sendReset(context: Asking, { traceId }: Caller, email: string): Promise<void> {
  const id = newUuid(context.clock.now().getTime());
  const token = mailToken(context.keys.mailTokens, 'password-reset', id);
  await transaction(context.pool, async (tx) => {
    const passengerId = await storeReset(tx, { email, id, token });
    // Asked for in any case; without a row the job finds nothing to send.
    await enqueueMail(tx, { mail: 'password-reset', id });
    await recordAudit(tx, { kind: 'password_reset_requested', passengerId, traceId });
  });
}
