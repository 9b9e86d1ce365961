import type { PaymentDetail, PaymentPage, PaymentSummary } from '@tapfolio/contracts/payments.ts';
import type { HistoryQuery } from '@tapfolio/contracts/shared.ts';
import { fareReasonOf } from '@tapfolio/domain/fare-reason.ts';
import { longestServiceDayMs } from '@tapfolio/domain/service-day.ts';
import { movementReasons } from '@tapfolio/domain/states.ts';
import type { Config } from '../../config/config.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { addMs, laterOf } from '../../lib/iso-instant.ts';
import { cutPage, leastId, readKeyset } from '../../lib/keyset.ts';
import { findRow, type PageValues, type RowValues, readPage } from '../travel/history.service.ts';
import { presentPayment } from '../travel/payment.present.ts';
import type { PaymentRow } from '../travel/payment.sql.ts';
import {
  longestWindowMs,
  readChargedPayment,
  readPaymentFacts,
  tripsOfWindows,
} from '../travel/payment-facts.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { presentPaymentDetail } from './payments.present.ts';
import {
  findMedium,
  findPayment,
  listCollectedElsewhere,
  listPayments,
  listRelatedProducts,
  listRelatedTrips,
  listSplitDays,
  type RelatedTripRow,
} from './payments.queries.ts';

type Reading = Pick<TravelReading, 'readDb' | 'names'>;

/** One page of a medium's payments. */
export async function readPaymentPage(
  travel: TravelReading,
  medium: OwnMedium,
  query: HistoryQuery,
): Promise<PaymentPage> {
  const { readDb, clock } = travel;
  const keyset = readKeyset(query);
  const { shownFrom } = medium;
  const find = (values: PageValues) => listPayments(readDb, { ...values, shownFrom });
  const rows = await readPage(readDb, find, { ...keyset, medium, now: clock.now() });
  const { shown, nextCursor } = cutPage(rows, keyset, (row) => ({ at: row.opened_at, id: row.payment_id }));
  return { items: await presentPayments(travel, medium, shown), nextCursor };
}

/** The newest payments of a medium since an instant in ISO 8601. */
export async function readNewestPayments(
  travel: Reading,
  { medium, since, limit }: { medium: OwnMedium; since: string; limit: number },
): Promise<PaymentSummary[]> {
  const { shownFrom } = medium;
  const bounds = { from: laterOf(since, shownFrom), before: 'infinity', beforeId: leastId };
  const rows = await listPayments(travel.readDb, { ...medium, ...bounds, rows: limit });
  return await presentPayments(travel, medium, rows);
}

/** Payments of one medium as lists show them. */
export async function presentPayments(
  { readDb, names }: Reading,
  medium: OwnMedium,
  rows: readonly PaymentRow[],
): Promise<PaymentSummary[]> {
  const [facts, operators] = await Promise.all([readPaymentFacts(readDb, medium, rows), names.operatorsOf(rows)]);
  return rows.map((row) =>
    presentPayment(facts.standing(row), {
      bank: facts.bankOf(row.srid),
      countsByItself: facts.countsByItself(row),
      tripCount: facts.tripsOf(row.srid),
      sold: facts.soldWith(row.srid),
      operators,
    }),
  );
}

export interface PaymentQuestion {
  readonly medium: OwnMedium;
  readonly paymentId: string;
  /** Two letters, for names of the timetable. */
  readonly language: string;
  /** The text before the reference on a statement. */
  readonly prefix: string;
  /** About when it opened, in ISO 8601, where the caller knows. */
  readonly at?: string | undefined;
}

/**
 * One payment with its story: its trips and tickets, and what the bank took.
 * @throws AppError `NWA0002` when this medium has no such payment in the time that is shown.
 */
export async function readPayment(
  { readDb, names }: Reading,
  { medium, paymentId, language, prefix, at }: PaymentQuestion,
): Promise<PaymentDetail> {
  const { mediumId } = medium;
  const payment = await findShown(readDb, { medium, paymentId, at });
  const [parts, facts, [token]] = await Promise.all([
    readParts(readDb, medium, payment),
    readPaymentFacts(readDb, medium, [payment]),
    findMedium(readDb, { mediumId }),
  ]);
  const named = await names.namesFor([...parts.trips, { ...noPlaces, ...payment }], language);
  return presentPaymentDetail(facts.standing(payment), { ...parts, facts, medium: token, names: named, prefix });
}

async function findShown(
  readDb: TravelReading['readDb'],
  { medium, paymentId, at }: Pick<PaymentQuestion, 'medium' | 'paymentId' | 'at'>,
): Promise<PaymentRow> {
  const { shownFrom } = medium;
  const find = (values: RowValues) => findPayment(readDb, { ...values, shownFrom });
  const payment = await findRow(readDb, find, { medium, id: paymentId, at });
  assertThat(payment !== undefined, 'NWA0002');
  return payment;
}

/** One payment as lists show it, and the code of its operator, which no screen shows. @throws AppError `NWA0002` as `readPayment`. */
export async function readOperatedPayment(
  travel: Reading,
  place: Pick<PaymentQuestion, 'medium' | 'paymentId' | 'at'>,
): Promise<{ payment: PaymentSummary; operatorCode: string }> {
  const row = await findShown(travel.readDb, place);
  const [payment] = await presentPayments(travel, place.medium, [row]);
  assertThat(payment !== undefined, 'NWA0002');
  return { payment, operatorCode: row.operator_code };
}

const noPlaces = { line_id: null, from_stop_id: null, to_stop_id: null };

/** Trips, tickets and debts that have to do with a payment. One without a reference has none. */
async function readParts(readDb: TravelReading['readDb'], medium: OwnMedium, payment: PaymentRow) {
  const { srid, currency, opened_at: before } = payment;
  const none = { trips: [], products: [], debts: [], splitDays: [], charged: undefined };
  if (srid === null) return none;
  const { mediumId, shownFrom } = medium;
  // Its trips and tickets are shown with the payment that they belong to.
  if (movementReasons.includes(payment.reason))
    return { ...none, charged: await readChargedPayment(readDb, medium, srid) };
  const from = laterOf(addMs(before, -longestWindowMs), shownFrom);
  const [trips, products, debts] = await Promise.all([
    listRelatedTrips(readDb, { mediumId, srid, ...tripsOfWindows([payment], medium) }),
    listRelatedProducts(readDb, { ...medium, srid }),
    listCollectedElsewhere(readDb, { mediumId, srid, currency, before, from }),
  ]);
  return { ...none, trips, products, debts, splitDays: await readSplitDays(readDb, { mediumId, srid, trips }) };
}

/** The days with a daily cap on which the card has fares outside the payment of these trips too, as when a payment ends at midnight. */
async function readSplitDays(
  readDb: TravelReading['readDb'],
  { mediumId, srid, trips }: { mediumId: string; srid: string; trips: readonly RelatedTripRow[] },
): Promise<string[]> {
  const capped = trips.filter(({ fare_reason: reason }) => reason !== null && fareReasonOf(reason) === 'daily_cap');
  const [first, last] = [capped[0], capped.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days = [...new Set(capped.map((trip) => trip.service_day))];
  const from = addMs(first.started_at, -longestServiceDayMs);
  const to = addMs(last.started_at, longestServiceDayMs);
  const rows = await listSplitDays(readDb, { mediumId, srid, days, from, to });
  return rows.map((row) => row.service_day);
}

/** What the card of a medium looks like. */
export async function readLook(
  readDb: TravelReading['readDb'],
  { mediumId }: OwnMedium,
): Promise<PaymentDetail['medium']> {
  const [token] = await findMedium(readDb, { mediumId });
  return { scheme: token?.scheme ?? null, lastFour: token?.last_four ?? null };
}

/** What this operator's charges begin with on a statement: the prefix of the first sample, else the first prefix. */
export function statementPrefix({ prefixes, samples }: Config['statementReference']): string {
  const longestFirst = [...prefixes].sort((one, other) => other.length - one.length);
  return longestFirst.find((prefix) => samples[0]?.startsWith(prefix)) ?? prefixes[0] ?? '';
}
