import { dayMs } from '@tapfolio/domain/durations.ts';
import { rangeOfDays, serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { BadRow, decimalAmountMinor } from '../text/values.ts';
import { aggregationOfFare } from './aggregations.ts';
import type { Assembly } from './assembly.ts';
import type { PurchaseContent } from './contents.ts';
import type { Piece } from './pieces-by-kind.ts';

/**
 * Adds tickets that were bought at a reader. A purchase of a fare is the trip itself. The feed does not say how long a ticket
 * is valid: its definition gives the number of days, else it is valid until the day of operation ends. A ticket whose fare is deleted is cancelled
 * and belongs to no payment.
 */
export function addProducts(assembly: Assembly): void {
  const { pieces, fares, open } = assembly;
  for (const [tapKey, purchases] of pieces.purchases) {
    const tickets = purchases.filter(isTicket);
    const [tap] = pieces.taps.get(tapKey) ?? [];
    const fare = tap && (fares.fareOf(tap) ?? fares.replacementAt(tap) ?? fares.deletedFareOf(tap));
    for (const purchase of tickets) {
      if (tap && fare) addProduct({ purchase, tap, fare, isAlone: tickets.length === 1 }, assembly);
      else open.add(purchase.pieceId);
    }
  }
}

const isTicket = ({ says }: Piece<PurchaseContent>) => /^retail/i.test(says.product ?? '');

interface Bought {
  purchase: Piece<PurchaseContent>;
  tap: ReturnType<Assembly['fares']['tapsOf']>[number];
  fare: Assembly['fares']['live'][number];
  /** Whether it is the only ticket that was bought with the tap. */
  isAlone: boolean;
}

function addProduct(
  { purchase, tap, fare, isAlone }: Bought,
  { pieces, fares, aggregations, context, chunk }: Assembly,
): void {
  const { says, origin, line } = purchase;
  const operator = context.operator(tap.says.participant);
  const validFrom = says.at ?? tap.says.at;
  const isCharged = fares.isLive(fare);
  const definition = pieces.products.get(purchase.seeks ?? '');
  const productId = context.id('product', tap.says.participant, says.purchaseId);
  for (const mediumId of fares.cardsOf(tap))
    if (mediumId !== fare.says.mediumId) chunk.withdrawnProducts.push({ origin, line, productId, mediumId });
  const firstDay = serviceDayOf(validFrom, operator);
  const lastDay = new Date(Date.parse(firstDay) + ((definition?.days ?? 1) - 1) * dayMs).toISOString().slice(0, 10);
  chunk.products.push({
    origin,
    line,
    productId,
    mediumId: fare.says.mediumId,
    operatorCode: operator.code,
    name: says.description ?? definition?.description ?? says.product ?? '',
    description: definition?.description ?? null,
    validFrom,
    validTo: rangeOfDays(firstDay, lastDay, operator).to,
    amountMinor: priceOf(says.amount, { fare, isAlone }),
    currency: fare.says.currency,
    status: isCharged ? 'active' : 'cancelled',
    fqCode: definition?.code ?? null,
    bookingId: says.purchaseId,
    fareClass: null,
    roundTripType: null,
    userProfile: null,
    fromTariffLocation: null,
    toTariffLocation: null,
    storedValueMinor: null,
    srid: isCharged ? (aggregationOfFare(fare, aggregations)?.srid ?? null) : null,
    updatedAt: fare.says.updatedAt ?? origin.exportedAt,
  });
}

/** The amount charged to the card wins over the first amount of the reader, unless the fare is that of several tickets. */
function priceOf(indicative: string | null, { fare, isAlone }: Pick<Bought, 'fare' | 'isAlone'>): number {
  if ((fare.says.chargeType === 'RETAIL_FARE' && isAlone) || indicative === null) return fare.says.chargeMinor;
  try {
    return decimalAmountMinor(indicative, 'indicative_amount', fare.says.currency);
  } catch (error) {
    if (error instanceof BadRow) return fare.says.chargeMinor;
    throw error;
  }
}
