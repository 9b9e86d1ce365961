import type { FoundPayment } from '@tapfolio/contracts/payments.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { addMs, earlierOf, laterOf } from '../../lib/iso-instant.ts';
import type { PaymentKey } from '../travel/payment-facts.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { listMovementPlaces, listPaymentsOfReference } from './find-payments.queries.ts';
import { presentPayments, readLook } from './payments.service.ts';

export interface ReferenceQuestion {
  readonly medium: OwnMedium;
  readonly srid: string;
  /** Where the payment of the reference lies, whoever has its card. For an unknown reference a place where nothing lies. */
  readonly place: Pick<PaymentKey, 'payment_id' | 'opened_at'>;
}

/**
 * The payment with a reference, its refunds and its late collections, as far as they are of this medium and of the time that is shown.
 * The work is the same for an unknown reference and for that of a payment of another passenger.
 */
export async function findPaymentsOfReference(
  travel: Pick<TravelReading, 'readDb' | 'names'>,
  { medium, srid, place }: ReferenceQuestion,
): Promise<Pick<FoundPayment, 'medium' | 'payment'>[]> {
  const { readDb } = travel;
  const { mediumId, shownFrom } = medium;
  const movements = await listMovementPlaces(readDb, { mediumId, srid, paymentId: place.payment_id });
  const places = [place, ...movements];
  const instants = places.map(({ opened_at: at }) => at);
  const rows = await listPaymentsOfReference(readDb, {
    ...{ mediumId, srid, shownFrom },
    paymentIds: places.map(({ payment_id: id }) => id),
    from: laterOf(addMs(instants.reduce(earlierOf), -dayMs), shownFrom),
    to: addMs(instants.reduce(laterOf), dayMs),
  });
  if (rows.length === 0) return [];
  const [payments, look] = await Promise.all([presentPayments(travel, medium, rows), readLook(readDb, medium)]);
  return payments.map((payment) => ({ medium: look, payment }));
}
