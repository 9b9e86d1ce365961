import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import type { QuestionReceipt } from '@tapfolio/contracts/questions.ts';
import { holdsCardNumber } from '@tapfolio/domain/card-number-in-text.ts';
import { languageOf } from '@tapfolio/domain/locale.ts';
import type { QuestionReason } from '@tapfolio/domain/questions.ts';
import { movementReasons } from '@tapfolio/domain/states.ts';
import { lockOwnAccount } from '../../gate/account.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { refuseByConstraint } from '../../lib/constraints.ts';
import { newUuid } from '../../lib/ids.ts';
import { type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import type { KeyedCall, Remembered } from '../../plugins/idempotency-keys.ts';
import { readOperatedPayment } from '../payments/payments.service.ts';
import { readPaymentKey } from '../travel/payment-facts.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { ofAnyMedium } from '../travel/several-media.ts';
import { readOperatedTrip } from '../trips/trips.service.ts';
import { answerDaysOf, assertFewOpen, questionConstraints } from './open-questions.ts';
import { newQuestionNumber } from './question-number.ts';
import { presentReceipt } from './questions.present.ts';
import * as questions from './questions.queries.ts';

type Asking = Using<'pool' | 'config' | 'clock'> & { readonly travel: TravelReading };

/** What a passenger asks about a trip or a payment of a card. */
export interface Asked {
  readonly cardId: number;
  /** The medium of the card and those that the bank has replaced by it. */
  readonly media: readonly OwnMedium[];
  /** Of the trip or of the payment. */
  readonly id: string;
  /** About when it began, in ISO 8601, where the caller knows. */
  readonly at: string | undefined;
  readonly reason: QuestionReason;
  readonly text: string;
  readonly keyed: KeyedCall;
}

/** What a question is about, as the passenger sees it now. */
interface Subject
  extends Pick<
    Parameters<typeof questions.insertQuestion>[1],
    'kind' | 'subjectAt' | 'operatorCode' | 'paymentId' | 'srid' | 'amountMinor' | 'currency' | 'line'
  > {
  readonly mediumId: string;
}

/**
 * Asks the operator about a trip.
 * @throws AppError `NWA0037` for a trip that the passenger is not shown; `question_already_open`, `too_many_questions`,
 *   `question_text_has_card_number`; `TM0108` when the card was unlinked meanwhile.
 */
export async function askAboutTrip(
  context: Asking,
  passenger: Passenger,
  asked: Asked,
): Promise<Remembered<QuestionReceipt>> {
  const { id: tripId, at, media } = asked;
  const language = languageOf(passenger.language);
  return await ask(context, passenger, {
    asked,
    read: () =>
      ofAnyMedium(media, async (medium) => {
        const { trip, operatorCode } = await readOperatedTrip(context.travel, { medium, tripId, language, at });
        return {
          kind: 'trip',
          mediumId: medium.mediumId,
          subjectAt: trip.startedAt,
          operatorCode,
          paymentId: trip.payment?.id ?? null,
          srid: trip.srid,
          ...trip.fare,
          line: trip.line?.name ?? null,
        };
      }),
  });
}

/** The same about a payment. @throws AppError `NWA0002` for a payment that the passenger is not shown. */
export async function askAboutPayment(
  context: Asking,
  passenger: Passenger,
  asked: Asked,
): Promise<Remembered<QuestionReceipt>> {
  const { id: paymentId, at, media } = asked;
  return await ask(context, passenger, {
    asked,
    read: () => ofAnyMedium(media, (medium) => readSubject(context, { medium, paymentId, at })),
  });
}

/** A refund and a late collection are lines of the history: the operator looks up the payment that they belong to. */
async function readSubject(
  { travel }: Asking,
  place: { readonly medium: OwnMedium; readonly paymentId: string; readonly at: string | undefined },
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

async function ask(
  context: Asking,
  passenger: Passenger,
  { asked, read }: { readonly asked: Asked; readonly read: () => Promise<Subject> },
): Promise<Remembered<QuestionReceipt>> {
  assertThat(!holdsCardNumber(asked.text), 'question_text_has_card_number');
  const subject = await read();
  return await refuseByConstraint(questionConstraints, () =>
    transaction(context.pool, async (tx) => {
      await lockOwnAccount(tx, passenger);
      const { passengerId } = passenger;
      const { mediumId, ...facts } = subject;
      const { cardId, id: subjectId, reason, text, keyed } = asked;
      // The card may have been unlinked since the trip was read, and another passenger may have it.
      const own = await questions.findOwnMedium(tx, { passengerId, cardId, mediumId });
      assertThat(own.length > 0, systemCodes.card.unknown);
      await assertFewOpen(tx, passengerId);
      const question = { ...facts, passengerId, cardId, subjectId, reason, text };
      return await keyed.remember(tx, presentReceipt(await insert(tx, context, question)));
    }),
  );
}

type NewQuestion = Omit<Parameters<typeof questions.insertQuestion>[1], 'questionId' | 'number' | 'answerDays'>;

/** Tries other numbers until one is free: of a million questions, one in 244 needs a second try. */
async function insert(
  tx: Transaction,
  context: Using<'config' | 'clock'>,
  question: NewQuestion,
): Promise<questions.StandingRow> {
  const questionId = newUuid(context.clock.now().getTime());
  const answerDays = answerDaysOf(context);
  for (;;) {
    const number = newQuestionNumber();
    const [stored] = await questions.insertQuestion(tx, { ...question, questionId, number, answerDays });
    if (stored !== undefined) return stored;
  }
}
