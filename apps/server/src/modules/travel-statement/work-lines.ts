import type { PaymentSummary } from '@tapfolio/contracts/payments.ts';
import type { Passenger } from '../../gate/caller.ts';
import type { TravelReading } from '../travel/reading.ts';
import type { OfCard } from '../travel-documents/travel-documents.service.ts';
import { readTripFares, type TripFare } from '../trips/trip-keys.service.ts';
import { judgeTrips } from '../work-trips/work-trips.service.ts';
import type { StatementLine } from './statement-lines.ts';

type Line = OfCard<PaymentSummary>;

/**
 * The lines of payments with trips for work, the oldest first, each with what these trips cost. Lines of one reference are of one
 * payment: its refunds are lines without an amount for work, because the trips have their refunds subtracted.
 */
export async function chooseForWork(
  travel: Pick<TravelReading, 'readDb'>,
  { passengerId }: Passenger,
  lines: readonly Line[],
): Promise<StatementLine[]> {
  const fares = await readFares(travel, lines);
  const isForWork = await judgeTrips(travel.readDb, passengerId, fares);
  const netOf = new Map<string, number>();
  for (const { id, srid, netMinor } of fares) if (isForWork.has(id)) netOf.set(srid, (netOf.get(srid) ?? 0) + netMinor);
  const counted = new Set<string>();
  return lines.flatMap(({ id, cardId, cardName, record: payment }) => {
    const { srid } = payment;
    const amountMinor = srid === null ? undefined : netOf.get(srid);
    if (srid === null || amountMinor === undefined) return [];
    const counts = countsTrips(payment) && !counted.has(srid);
    if (counts) counted.add(srid);
    return [
      { id, cardId, cardName, payment, forWork: counts ? { amountMinor, currency: payment.paid.currency } : null },
    ];
  });
}

/** A refund and a late collection have the trips of another line. */
const countsTrips = ({ reason, countsByItself }: PaymentSummary): boolean =>
  reason !== 'refund' && (reason !== 'debt_recovery' || countsByItself);

/** The trips of these payments, each with its card. Media are read one after the other, as the lines were. */
async function readFares(
  travel: Pick<TravelReading, 'readDb'>,
  lines: readonly Line[],
): Promise<(TripFare & { readonly cardId: number })[]> {
  const fares = [];
  for (const own of Map.groupBy(lines, ({ medium }) => medium.mediumId).values()) {
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) continue;
    const { cardId, medium } = first;
    const srids = [...new Set(own.flatMap(({ record: { srid } }) => srid ?? []))];
    const between = { from: first.record.openedAt, to: last.record.openedAt };
    const found = await readTripFares(travel, { medium, srids, ...between });
    fares.push(...found.map((fare) => ({ ...fare, cardId })));
  }
  return fares;
}
