import type { GuestDebt } from '@tapfolio/contracts/debts.ts';
import { call, type Input, type Output } from '../../../lib/api-client.ts';
import { sendOnce } from '../../../lib/attempt-key.ts';

/** The state of the fare when the passenger pressed: a try after the bank's refusal is another one, with its own key. */
type Since = Pick<GuestDebt, 'stateAt'>;

/** Collects an unpaid fare of a card. However often it is called before a final answer, the server acts once. */
export function payDebt(input: Input<'collectDebt'>, { stateAt }: Since): Promise<Output<'collectDebt'>> {
  return sendOnce(['collectDebt', input, stateAt], (idempotencyKey) => call('collectDebt', input, { idempotencyKey }));
}

/** Collects the unpaid fare of a statement reference, without an account. */
export function payFoundDebt(
  input: Input<'collectFoundDebt'>,
  { stateAt }: Since,
): Promise<Output<'collectFoundDebt'>> {
  return sendOnce(['collectFoundDebt', input, stateAt], (idempotencyKey) =>
    call('collectFoundDebt', input, { idempotencyKey }),
  );
}
