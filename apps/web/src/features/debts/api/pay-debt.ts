import type { GuestDebt } from '@tapfolio/contracts/debts.ts';
import { call, type Input, type Output } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { attemptKey, forgetAttempt } from '../attempt-key.ts';

/** True if the server may have acted although it answered with this error. The same key is then sent again. */
export const isUnsure = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** The state of the fare when the passenger pressed: a try after the bank's refusal is another one, with its own key. */
type Since = Pick<GuestDebt, 'stateAt'>;

/** Collects an unpaid fare of a card. However often it is called before a final answer, the server acts once. */
export function payDebt(input: Input<'collectDebt'>, { stateAt }: Since): Promise<Output<'collectDebt'>> {
  return once(['collectDebt', input, stateAt], (idempotencyKey) => call('collectDebt', input, { idempotencyKey }));
}

/** Collects the unpaid fare of a statement reference, without an account. */
export function payFoundDebt(
  input: Input<'collectFoundDebt'>,
  { stateAt }: Since,
): Promise<Output<'collectFoundDebt'>> {
  return once(['collectFoundDebt', input, stateAt], (idempotencyKey) =>
    call('collectFoundDebt', input, { idempotencyKey }),
  );
}

async function once<Answer>(request: unknown, send: (key: string) => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await send(await attemptKey(request));
    await forgetAttempt(request);
    return answer;
  } catch (error) {
    if (!isUnsure(error)) await forgetAttempt(request);
    throw error;
  }
}
