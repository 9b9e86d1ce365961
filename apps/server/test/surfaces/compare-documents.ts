import { longestProofDays, longestStatementDays } from '@tapfolio/contracts/limits.ts';
import { plainAmount } from '@tapfolio/domain/money.ts';
import { countedPaid, knownPaid } from '@tapfolio/domain/paid-and-rest.ts';
import type { Contradictions } from './contradictions.ts';
import { firstDayOf, type Surfaces } from './read-surfaces.ts';

/** The documents of a period: their rows are those of the histories, with the same amounts. */
export function compareDocuments(check: Contradictions, { cards, statement, proof }: Surfaces): void {
  const paid = cards
    .flatMap(({ payments }) => payments.items)
    .filter(({ serviceDay }) => serviceDay >= firstDayOf(longestStatementDays));
  check.same(
    'payments of the travel statement',
    statement
      .map(([day, , , reference, trips, , , , amount, currency]) => [day, reference, trips, amount, currency])
      .toSorted(),
    paid
      .map((payment) => [
        payment.serviceDay,
        payment.srid === null ? '' : `OCT*${payment.srid}`,
        String(payment.tripCount),
        knownPaid(payment) === null || (payment.reason === 'debt_recovery' && !payment.countsByItself)
          ? ''
          : plainAmount(countedPaid(payment)),
        payment.paid.currency,
      ])
      .toSorted(),
  );
  const trips = cards
    .flatMap((card) => card.trips.items.map((trip, at) => ({ trip, detail: card.tripDetails[at] })))
    .filter(({ trip }) => trip.serviceDay >= firstDayOf(longestProofDays));
  check.same(
    'trips of the proof of travel',
    proof.map((row) => [row[0], ...row.slice(11, 14), row[15]]).toSorted(),
    trips
      .map(({ trip, detail }) => [
        trip.serviceDay,
        plainAmount(trip.fare),
        detail?.refund ? plainAmount(detail.refund.amount) : '',
        trip.fare.currency,
        trip.id,
      ])
      .toSorted(),
  );
}
