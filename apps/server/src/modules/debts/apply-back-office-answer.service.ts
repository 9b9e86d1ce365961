import type { Transaction } from '../../lib/sql.ts';
import type { Acknowledged } from '../back-office/send-messages.service.ts';
import { lockDebt } from './move-debt.queries.ts';
import { moveDebt } from './move-debt.service.ts';

/**
 * Moves the fare after the back office acknowledged a message: when it knows that the fare is paid, it starts to accept the card;
 * when it says so itself, the card may travel. A fare whose state has changed since then keeps that state.
 */
export async function applyBackOfficeAnswer(tx: Transaction, message: Acknowledged): Promise<void> {
  const { mediumId, paymentId, kind, cardMayTravel } = message;
  if (kind !== 'access_granted') return;
  // The fare is locked before the row of the medium, which the caller changes next: the same order everywhere.
  await lockDebt(tx, { mediumId, paymentId });
  await moveDebt(tx, { mediumId, paymentId, event: 'tell', source: 'back_office' });
  if (cardMayTravel) await moveDebt(tx, { mediumId, paymentId, event: 'confirm', source: 'back_office' });
}
