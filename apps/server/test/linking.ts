import type { SignedIn, TestApp } from './build-app.ts';
import { buildMedium } from './factories/media.ts';
import { buildPayment } from './factories/payments.ts';

/** The reference of a payment of 7.40 with a card that no account has linked. */
export async function paidReference({ pool }: Pick<TestApp, 'pool'>): Promise<string> {
  const { medium_id } = await buildMedium(pool);
  return (await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' })).srid ?? '';
}

let lastName = 0;

/** Links the card of that reference, under a name of its own unless one is given. */
export function linkCard(
  passenger: SignedIn,
  srid: string,
  more: { name?: string; amountMinor?: number; from?: string } = {},
) {
  lastName += 1;
  const { name = `Card ${lastName}`, amountMinor = 740, from = '127.0.0.1' } = more;
  const payload = { srid, amountMinor, name };
  return passenger.call({ method: 'POST', url: '/public/api/v1/portal/cards', payload, remoteAddress: from });
}
