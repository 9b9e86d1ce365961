import type { FoundPayment, FoundPayments } from '@tapfolio/contracts/payments.ts';
import { parseStatementLine } from '@tapfolio/domain/statement-reference.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { oldestFirst } from '../../lib/iso-instant.ts';
import { leastId } from '../../lib/keyset.ts';
import type { Using } from '../../plugins/context.ts';
import { type LinkedCard, linkedCards } from '../cards/card-views.service.ts';
import { findPaymentsOfReference, type ReferenceQuestion } from '../payments/find-payments.service.ts';
import { readPaymentKey } from '../travel/payment-facts.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { readEach } from '../travel/several-media.ts';

/** What searching the payments of all cards needs. */
export interface PaymentSearch extends Using<'config'> {
  readonly travel: TravelReading;
}

/**
 * The payments behind a line of a bank statement, whichever card of the passenger it was; the newest first. Nothing for a reference that
 * is unknown, of another passenger's card, or of the time before the card changed hands: each takes the same work.
 * @throws AppError `NWA0004` where the text contains no reference or several.
 */
export async function searchPayments(
  { travel, config }: PaymentSearch,
  { passengerId, text }: { passengerId: string; text: string },
): Promise<FoundPayments> {
  const { srid } = parseStatementLine(text, config.statementReference);
  assertThat(srid !== undefined, 'NWA0004');
  const { readDb, clock } = travel;
  const [key, cards] = await Promise.all([readPaymentKey(readDb, srid), linkedCards(readDb, passengerId)]);
  const place = key ?? { payment_id: leastId, opened_at: clock.now().toISOString() };
  const found = await Promise.all(cards.map((card) => findOfCard(travel, card, { srid, place })));
  return { items: found.flat().toSorted((one, other) => oldestFirst(openedAt(other), openedAt(one))) };
}

const openedAt = ({ payment }: FoundPayment) => payment.openedAt;

async function findOfCard(
  travel: TravelReading,
  { cardId, name: cardName, media }: LinkedCard,
  reference: Omit<ReferenceQuestion, 'medium'>,
): Promise<FoundPayment[]> {
  const found = await readEach(media, (medium) => findPaymentsOfReference(travel, { ...reference, medium }));
  return found.flat().map((one) => ({ cardId, cardName, ...one }));
}
