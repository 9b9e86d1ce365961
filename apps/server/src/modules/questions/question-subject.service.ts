import { type Locale, languageOf } from '@tapfolio/domain/locale.ts';
import { movementReasons } from '@tapfolio/domain/states.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { readOperatedPayment } from '../payments/payments.service.ts';
import { readPaymentKey } from '../travel/payment-facts.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { ofAnyMedium } from '../travel/several-media.ts';
import { readOperatedTrip } from '../trips/trips.service.ts';
import type { insertQuestion } from './questions.queries.ts';

/** A trip or a payment of a card, as its passenger names it. */
export interface NamedSubject {
  readonly kind: 'trip' | 'payment';
  readonly id: string;
  /** About when it began, in ISO 8601, where the caller knows. */
  readonly at: string | undefined;
  /** The medium of the card and those that the bank has replaced by it. */
  readonly media: readonly OwnMedium[];
}

/** What a question is about, as its passenger is shown it now. */
export interface Subject
  extends Pick<
    Parameters<typeof insertQuestion>[1],
    'kind' | 'subjectAt' | 'operatorCode' | 'paymentId' | 'srid' | 'amountMinor' | 'currency' | 'line'
  > {
  readonly mediumId: string;
}

/** @throws AppError `NWA0037` for a trip, `NWA0002` for a payment that none of the media has in the time that is shown. */
export async function readSubject(
  travel: TravelReading,
  { kind, id, at, media }: NamedSubject,
  language: Locale,
): Promise<Subject> {
  return await ofAnyMedium(media, async (medium) =>
    kind === 'trip'
      ? await readTripSubject(travel, { medium, tripId: id, language: languageOf(language), at })
      : await readPaymentSubject(travel, { medium, paymentId: id, at }),
  );
}

async function readTripSubject(
  travel: TravelReading,
  question: Parameters<typeof readOperatedTrip>[1],
): Promise<Subject> {
  const { trip, operatorCode } = await readOperatedTrip(travel, question);
  return {
    kind: 'trip',
    mediumId: question.medium.mediumId,
    subjectAt: trip.startedAt,
    operatorCode,
    paymentId: trip.payment?.id ?? null,
    srid: trip.srid,
    ...trip.fare,
    line: trip.line?.name ?? null,
  };
}

/** A refund and a late collection are lines of the history: the operator looks up the payment that they belong to. */
async function readPaymentSubject(
  travel: TravelReading,
  place: Parameters<typeof readOperatedPayment>[1],
): Promise<Subject> {
  const { mediumId } = place.medium;
  const { payment, operatorCode } = await readOperatedPayment(travel, place);
  const { srid, reason } = payment;
  const isMovement = movementReasons.includes(reason);
  const charged = isMovement && srid !== null ? await readPaymentKey(travel.readDb, srid) : undefined;
  return {
    kind: 'payment',
    mediumId,
    subjectAt: payment.openedAt,
    operatorCode,
    paymentId: charged?.medium_id === mediumId ? charged.payment_id : payment.id,
    srid,
    ...(isMovement ? payment.paid : payment.due),
    line: null,
  };
}
