import type { Transaction } from '../../lib/sql.ts';
import { findStanding } from './move-debt.queries.ts';
import { moveDebt } from './move-debt.service.ts';

/**
 * Settles a fare that was delivered as paid, or written off, while the bank was being asked. Call it once the bank's answer is written: the
 * passenger must not be asked for money that the back office has or no longer wants, and the card need not wait for a confirmation of the
 * back office.
 */
export async function followDelivery(tx: Transaction, debt: { mediumId: string; paymentId: string }): Promise<void> {
  const { mediumId, paymentId } = debt;
  const [delivered] = await findStanding(tx, { mediumId, paymentId });
  if (delivered === undefined || delivered.is_unpaid) return;
  const { rest_minor: amountMinor, currency } = delivered;
  const isPaid = amountMinor === 0;
  await moveDebt(tx, {
    ...debt,
    source: 'feed',
    ...(isPaid ? { event: 'delivered_paid' } : { event: 'written_off', amount: { amountMinor, currency } }),
  });
}
