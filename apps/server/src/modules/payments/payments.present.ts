import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { collectedTogether, paidInParts, takenMinor } from '@tapfolio/domain/bank-charges.ts';
import { chargesOf, isReceiptAvailable, shownCharge } from '@tapfolio/domain/judged-payment.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import { moneyOf } from '../travel/moved-money.service.ts';
import { presentChargedPayment, presentPayment } from '../travel/payment.present.ts';
import type { PaymentRow } from '../travel/payment.sql.ts';
import type { ChargedPayment, FactsOfPayments } from '../travel/payment-facts.service.ts';
import { presentRelatedTrip, type TripNames } from '../travel/trip.present.ts';
import type { DebtRow, RelatedProductRow, RelatedTripRow } from './payments.queries.ts';

/** The facts that a payment is presented with. */
export interface PaymentParts {
  readonly trips: readonly RelatedTripRow[];
  readonly products: readonly RelatedProductRow[];
  readonly debts: readonly DebtRow[];
  readonly splitDays: readonly string[];
  /** The payment that this one refunds, or that it pays late. */
  readonly charged: ChargedPayment | undefined;
  readonly facts: FactsOfPayments;
  readonly medium: { readonly scheme: string | null; readonly last_four: string | null } | undefined;
  readonly names: TripNames;
  /** The text before the reference on a statement. */
  readonly prefix: string;
}

/** A payment with its story. The movements at the bank are weighed against what the back office says was paid. */
export function presentPaymentDetail(row: PaymentRow, parts: PaymentParts): PaymentDetail {
  const { trips, facts, medium, names, prefix } = parts;
  const bank = facts.bankOf(row.srid);
  const countsByItself = facts.countsByItself(row);
  const contents = { tripCount: trips.length, sold: facts.soldWith(row.srid) };
  const payment = presentPayment(row, { bank, countsByItself, ...contents, operators: names.operators });
  const money = moneyOf(row);
  const charges = chargesOf(money, facts.movesOf(row.srid), isoInstantOrNull(row.closed_at));
  const writtenOffMinor = facts.writtenOffOf(row);
  const alsoCollected = collectedTogether(parts.debts.map(presentDebt), takenMinor(charges) - row.paid_minor);
  return {
    ...payment,
    statementLine: row.srid === null ? null : `${prefix}${row.srid}`,
    medium: { scheme: medium?.scheme ?? null, lastFour: medium?.last_four ?? null },
    trips: trips.map((trip) => presentRelatedTrip(trip, names)),
    products: presentRelatedProducts(parts.products, trips),
    ...paidInParts(charges, payment.paid),
    debtPaid: { amountMinor: row.debt_paid_minor, currency: row.currency },
    writtenOff: writtenOffMinor > 0 ? { amountMinor: writtenOffMinor, currency: row.currency } : null,
    charges: charges.map(shownCharge),
    alsoCollected,
    splitDays: [...parts.splitDays],
    receiptAvailable: isReceiptAvailable(money, bank),
    recovers: row.reason === 'debt_recovery' ? presentChargedPayment(parts.charged) : null,
    refundOf: row.reason === 'refund' ? presentChargedPayment(parts.charged) : null,
  };
}

/** The tickets of a payment. One that was bought with a trip is part of its fare. */
function presentRelatedProducts(
  products: readonly RelatedProductRow[],
  trips: readonly RelatedTripRow[],
): PaymentDetail['products'] {
  return products.map((product) => {
    const { product_id: id, name, amount_minor: amountMinor, currency } = product;
    const trip =
      trips.find((one) => isOneRow(one, product)) ?? trips.find((one) => isOnePurchase(one, product, products));
    return { id, name, price: { amountMinor, currency }, tripId: trip?.trip_id ?? null };
  });
}

const isOneRow = (trip: RelatedTripRow, product: RelatedProductRow): boolean =>
  trip.file_id === product.file_id && trip.line_number === product.line_number;

/**
 * Some back offices deliver the tickets that were bought with a tap, and the fare of that tap, in separate rows: they begin at the
 * same time, and the fare is their sum.
 */
function isOnePurchase(
  trip: RelatedTripRow,
  product: RelatedProductRow,
  products: readonly RelatedProductRow[],
): boolean {
  const beginsWith = (one: RelatedProductRow) => one.valid_from === trip.started_at && one.currency === trip.currency;
  const sumMinor = products.filter(beginsWith).reduce((sum, { amount_minor: minor }) => sum + minor, 0);
  return beginsWith(product) && sumMinor === trip.fare_minor;
}

function presentDebt(row: DebtRow): PaymentDetail['alsoCollected'][number] {
  return {
    paymentId: row.payment_id,
    openedAt: isoInstant(row.opened_at),
    serviceDay: row.service_day,
    amount: { amountMinor: row.debt_paid_minor, currency: row.currency },
  };
}
