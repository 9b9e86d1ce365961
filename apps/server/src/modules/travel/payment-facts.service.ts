import type { BankSummary } from '@tapfolio/domain/bank-moves.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { isPaidKnown } from '@tapfolio/domain/judged-payment.ts';
import { longestWindowDays, windowSlackDays } from '@tapfolio/domain/payment-window.ts';
import { movementReasons } from '@tapfolio/domain/states.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { addMs, earlierOf, isBefore, isoInstant, laterOf } from '../../lib/iso-instant.ts';
import type { Db, ResultRow } from '../../lib/sql.ts';
import { type MovedMoney, moneyOf, readMovedMoney } from './moved-money.service.ts';
import type { PaymentRow } from './payment.sql.ts';
import { countTrips, findPaymentByKey, findPaymentKey, listCollectedFares } from './payment-facts.queries.ts';
import type { Operators } from './timetable-names.ts';

const slackMs = windowSlackDays * dayMs;
/** A window that is still open is looked at for this long. */
export const longestWindowMs = longestWindowDays * dayMs;

interface Window {
  readonly opened_at: string;
  readonly closed_at: string | null;
}

/** Between which instants the trips of these payments start, as far as they are shown. There is at least one payment. */
export function tripsOfWindows(
  windows: readonly Window[],
  { shownFrom }: Pick<OwnMedium, 'shownFrom'>,
): { from: string; to: string } {
  const opened = windows.map(({ opened_at: at }) => at);
  const closed = windows.map(({ opened_at: at, closed_at: end }) => end ?? addMs(at, longestWindowMs));
  const first = opened.reduce((one, other) => earlierOf(one, other));
  const last = closed.reduce((one, other) => laterOf(one, other));
  return { from: laterOf(addMs(first, -slackMs), shownFrom), to: addMs(last, slackMs) };
}

/** Between which instants the payment of a trip opened, if the trip started between these two and the payment is shown. */
export function chargedBetween(
  { from, to }: { readonly from: string; readonly to: string },
  { shownFrom }: OwnMedium,
): { from: string; to: string } {
  return { from: laterOf(addMs(from, -longestWindowMs), shownFrom), to: addMs(to, slackMs) };
}

/** What the bank did and how many trips there were, by the reference of a payment. */
export interface FactsOfPayments extends MovedMoney {
  tripsOf(srid: string | null): number;
  /** The names of the products that it sold, where its trips do not explain what is due. */
  soldWith(srid: string | null): readonly string[];
  /** Whether a payment is a late collection whose fare does not contain what it paid. */
  countsByItself(payment: Pick<PaymentRow, 'payment_id'>): boolean;
}

type PaymentsRow = Pick<
  PaymentRow,
  'payment_id' | 'srid' | 'reason' | 'due_minor' | 'currency' | 'opened_at' | 'closed_at'
>;

/** Reads what these payments of one medium do not say themselves. */
export async function readPaymentFacts(
  db: Db,
  medium: OwnMedium,
  payments: readonly PaymentsRow[],
): Promise<FactsOfPayments> {
  const { mediumId } = medium;
  // A refund or a late collection has no trips, and may lie long after its payment.
  const withTrips = payments.filter(({ srid, reason }) => srid !== null && !movementReasons.includes(reason));
  const [money, counts, uncounted] = await Promise.all([
    readMovedMoney(db, mediumId, payments),
    readContents(db, medium, withTrips),
    findUncounted(db, mediumId, payments),
  ]);
  const trips = new Map(counts.flatMap((row) => (row.sold === null ? [[row.srid, row.trips]] : [])));
  const sold = new Map(counts.flatMap((row) => (row.sold === null ? [] : [[row.srid, row.sold]])));
  return {
    ...money,
    tripsOf: (srid) => trips.get(srid ?? '') ?? 0,
    soldWith: (srid) => sold.get(srid ?? '') ?? [],
    countsByItself: ({ payment_id: id }) => uncounted.has(id),
  };
}

/** How many trips these payments have, and what they sold. */
async function readContents(db: Db, medium: OwnMedium, payments: readonly PaymentsRow[]) {
  if (payments.length === 0) return [];
  const { mediumId, shownFrom } = medium;
  return await countTrips(db, {
    ...{ mediumId, shownFrom, ...tripsOfWindows(payments, medium) },
    srids: payments.map(({ srid }) => srid ?? ''),
    duesMinor: payments.map(({ due_minor: dueMinor }) => dueMinor),
    areOfProducts: payments.map(({ reason }) => reason === 'product'),
  });
}

/** The late collections among these payments of which nothing tells how much of their fares they paid: those fares do not contain them. */
async function findUncounted(
  db: Db,
  mediumId: string,
  payments: readonly Pick<PaymentRow, 'payment_id' | 'reason'>[],
): Promise<ReadonlySet<string>> {
  const collectionIds = payments.flatMap(({ payment_id: id, reason }) => (reason === 'debt_recovery' ? id : []));
  if (collectionIds.length === 0) return new Set();
  const fares = await listCollectedFares(db, { mediumId, collectionIds });
  const money = await readMovedMoney(db, mediumId, fares);
  const unknown = fares.filter((fare) => !isPaidKnown(moneyOf(money.standing(fare)), money.bankOf(fare.srid)));
  return new Set(unknown.map(({ collection_id: id }) => id));
}

/** A payment with all that the bank took of it, and what else the bank did. */
export interface ChargedPayment {
  readonly payment: PaymentRow;
  readonly bank: BankSummary;
}

/**
 * The payment that a ticket was charged with, that a refund refunds or that a late collection pays; undefined if there is none, or it is of
 * another card or not visible. It may be long before or after them.
 */
export async function readChargedPayment(
  db: Db,
  { mediumId, shownFrom }: OwnMedium,
  srid: string | null,
): Promise<ChargedPayment | undefined> {
  const key = srid === null ? undefined : await readPaymentKey(db, srid);
  if (key === undefined || key.medium_id !== mediumId || isBefore(key.opened_at, shownFrom)) return undefined;
  const place = { mediumId, openedAt: key.opened_at, paymentId: key.payment_id };
  const payment = await readPaymentByKey(db, place);
  if (payment === undefined) return undefined;
  const money = await readMovedMoney(db, mediumId, [payment]);
  return { payment: money.standing(payment), bank: money.bankOf(srid) };
}

/** The key of a payment. */
export type PaymentKey = ResultRow<typeof findPaymentKey>;

/** The key of the payment with which a statement reference was charged, whoever has the card; undefined if there is none. */
export async function readPaymentKey(db: Db, srid: string): Promise<PaymentKey | undefined> {
  const [key] = await findPaymentKey(db, { srid });
  return key;
}

/** A payment by its key; undefined where it is gone. */
export async function readPaymentByKey(
  db: Db,
  key: { mediumId: string; openedAt: string; paymentId: string },
): Promise<PaymentRow | undefined> {
  const [payment] = await findPaymentByKey(db, key);
  return payment;
}

/** Where the payment of an unpaid fare is found, and the operator whose fare it is. */
export interface UnpaidPlace {
  readonly mediumId: string;
  readonly payment_id: string;
  readonly opened_at: string;
  readonly operator_code: string;
}

/** The operator's day of an unpaid fare: that of its payment. It is computed where the payment is no longer kept. */
export async function readDayOfDebt(
  db: Db,
  { mediumId, payment_id: paymentId, opened_at: openedAt, operator_code: code }: UnpaidPlace,
  operators: Operators,
): Promise<string> {
  const payment = await readPaymentByKey(db, { mediumId, openedAt, paymentId });
  return payment?.service_day ?? operators.dayOf(code, isoInstant(openedAt));
}
