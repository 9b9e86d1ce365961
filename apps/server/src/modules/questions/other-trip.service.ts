import type { Passenger } from '../../gate/caller.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { linkedCards } from '../cards/card-views.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { readSubject, type Subject } from './question-subject.service.ts';
import type { insertOtherTrip } from './questions.queries.ts';

/** The other trip of a question, as its passenger names it. */
export interface NamedTrip {
  readonly cardId: number;
  readonly tripId: string;
  /** About when it began, in ISO 8601, where the caller knows. */
  readonly at?: string | undefined;
}

/** The other trip of a question, as its passenger is shown it now. */
type OtherTrip = Omit<Parameters<typeof insertOtherTrip>[1], 'passengerId' | 'questionId'> & {
  readonly mediumId: string;
};

/**
 * Reads it among the passenger's own trips.
 * @throws AppError `NWA0037` when no card of the passenger made it, and when another operator ran it: that one is not told of it.
 */
export async function readOtherTrip(
  travel: TravelReading,
  { passengerId, language }: Passenger,
  { cardId, tripId, at, subject }: NamedTrip & { readonly subject: Subject },
): Promise<OtherTrip> {
  const cards = await linkedCards(travel.readDb, passengerId);
  const card = cards.find((one) => one.cardId === cardId);
  assertThat(card !== undefined, 'NWA0037');
  const named = { kind: 'trip', id: tripId, at, media: card.media } as const;
  const { subjectAt, paymentId, srid, amountMinor, currency, operatorCode, mediumId } = await readSubject(
    travel,
    named,
    language,
  );
  assertThat(operatorCode === subject.operatorCode, 'NWA0037');
  return { cardId, tripId, startedAt: subjectAt, paymentId, srid, amountMinor, currency, mediumId };
}
