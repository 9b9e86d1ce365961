import { dayMs } from '@tapfolio/domain/durations.ts';
import { longestWindowDays, windowSlackDays } from '@tapfolio/domain/payment-window.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { addMs, isBefore, laterOf } from '../../lib/iso-instant.ts';
import type { Db } from '../../lib/sql.ts';
import { type MovedMoney, readMovedMoney } from './moved-money.service.ts';
import type { ChargeRow, PaymentRow } from './payment.sql.ts';
import { countTrips, findChargedPayment, findPaymentByKey } from './payment-facts.queries.ts';

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
  const first = opened.reduce((one, other) => (isBefore(other, one) ? other : one));
  const last = closed.reduce((one, other) => (isBefore(one, other) ? other : one));
  return { from: laterOf(addMs(first, -slackMs), shownFrom), to: addMs(last, slackMs) };
}

/** Between which instants the payment opened that a fare or ticket from between these was charged with, if it is shown. */
export function chargedBetween(
  { from, to }: { readonly from: string; readonly to: string },
  { shownFrom }: OwnMedium,
): { from: string; to: string } {
  return { from: laterOf(addMs(from, -longestWindowMs), shownFrom), to: addMs(to, slackMs) };
}

/** What the bank did and how many trips there were, by the reference of a payment. */
export interface FactsOfPayments extends MovedMoney {
  tripsOf(srid: string | null): number;
}

/** Reads what these payments of one medium do not say themselves. */
export async function readPaymentFacts(
  db: Db,
  medium: OwnMedium,
  payments: readonly Pick<PaymentRow, 'payment_id' | 'srid' | 'opened_at' | 'closed_at'>[],
): Promise<FactsOfPayments> {
  const { mediumId } = medium;
  const hasReferences = payments.some(({ srid }) => srid !== null);
  const [money, counts] = await Promise.all([
    readMovedMoney(db, mediumId, payments),
    hasReferences ? countTrips(db, { mediumId, ...tripsOfWindows(payments, medium) }) : [],
  ]);
  const trips = new Map(counts.map((row) => [row.srid, row.trips]));
  return { ...money, tripsOf: (srid) => trips.get(srid ?? '') ?? 0 };
}

/** What was charged, and about when. */
export interface Charged {
  readonly medium: OwnMedium;
  readonly srid: string | null;
  /** When the trip or the validity of the ticket began. */
  readonly began: string;
}

/** The payment that a fare or a ticket was charged with, opened about the time it began; undefined where there is none. */
export async function readChargedPayment(db: Db, { medium, srid, began }: Charged): Promise<ChargeRow | undefined> {
  if (srid === null) return undefined;
  const [payment] = await findChargedPayment(db, {
    mediumId: medium.mediumId,
    srid,
    ...chargedBetween({ from: began, to: began }, medium),
  });
  return payment;
}

/** The payment that a statement reference names, by its key; undefined where it is gone. */
export async function readPaymentByKey(
  db: Db,
  key: { mediumId: string; openedAt: string; paymentId: string },
): Promise<PaymentRow | undefined> {
  const [payment] = await findPaymentByKey(db, key);
  return payment;
}
