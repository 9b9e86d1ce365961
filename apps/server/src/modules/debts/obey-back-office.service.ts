import type { Transaction } from '../../lib/sql.ts';
import type { Acknowledged } from '../back-office/send-messages.ts';
import { lockDebt } from './move-debt.queries.ts';
import { moveDebt } from './move-debt.ts';

/**
 * What the passenger reads follows: once the back office knows that a fare is paid, it is letting the card in; once it says
 * so itself, the card may travel. A fare that has gone on meanwhile stays where it is.
 */
export async function obeyBackOffice(tx: Transaction, message: Acknowledged): Promise<void> {
  const { mediumId, paymentId, kind, cardMayTravel } = message;
  if (kind !== 'access_granted') return;
  // Before the row of the medium, which the caller changes next: whoever changes a fare locks it first.
  await lockDebt(tx, { mediumId, paymentId });
  await moveDebt(tx, { mediumId, paymentId, event: 'tell', source: 'back_office' });
  if (cardMayTravel) await moveDebt(tx, { mediumId, paymentId, event: 'confirm', source: 'back_office' });
}
