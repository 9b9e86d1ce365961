import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import type { QuestionReceipt } from '@tapfolio/contracts/questions.ts';
import { holdsCardNumber } from '@tapfolio/domain/card-number-in-text.ts';
import type { QuestionReason } from '@tapfolio/domain/questions.ts';
import { lockOwnAccount } from '../../gate/account.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { refuseByConstraint } from '../../lib/constraints.ts';
import { newUuid } from '../../lib/ids.ts';
import { type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import type { KeyedCall, Remembered } from '../../plugins/idempotency-keys.ts';
import type { TravelReading } from '../travel/reading.ts';
import { answerDaysOf, assertFewOpen, inTextsOfDay, questionConstraints } from './open-questions.ts';
import { type NamedTrip, readOtherTrip } from './other-trip.service.ts';
import { newQuestionNumber } from './question-number.ts';
import { type NamedSubject, readSubject } from './question-subject.service.ts';
import { presentReceipt } from './questions.present.ts';
import * as questions from './questions.queries.ts';

/** What a passenger asks about a trip or a payment of a card. */
export interface Asked extends NamedSubject {
  readonly cardId: number;
  readonly reason: QuestionReason;
  readonly text: string;
  /** Another trip of the passenger, which the operator is told of too. */
  readonly otherTrip?: NamedTrip | undefined;
  readonly keyed: KeyedCall;
}

/**
 * Asks the operator about a trip or a payment.
 * @throws AppError `NWA0037` for a trip, also the other one, `NWA0002` for a payment that the passenger is not shown; `question_already_open`,
 *   `too_many_questions`, `too_many_requests`, `question_text_has_card_number`; `TM0108` when a card was unlinked meanwhile.
 */
export async function askQuestion(
  context: Using<'pool' | 'config' | 'clock' | 'keys'> & { readonly travel: TravelReading },
  passenger: Passenger,
  { cardId, reason, text, keyed, otherTrip, ...named }: Asked,
): Promise<Remembered<QuestionReceipt>> {
  assertThat(!holdsCardNumber(text), 'question_text_has_card_number');
  const subject = await readSubject(context.travel, named, passenger.language);
  const other = otherTrip && (await readOtherTrip(context.travel, passenger, { ...otherTrip, subject }));
  const { mediumId, ...facts } = subject;
  const { passengerId } = passenger;
  const question = { ...facts, passengerId, cardId, subjectId: named.id, reason, text };
  const ask = async (tx: Transaction) => {
    await lockOwnAccount(tx, passenger);
    // The card may have been unlinked since the trip was read, and another passenger may have it.
    for (const one of [{ cardId, mediumId }, ...(other ? [other] : [])]) {
      const own = await questions.findOwnMedium(tx, { passengerId, cardId: one.cardId, mediumId: one.mediumId });
      assertThat(own.length > 0, systemCodes.card.unknown);
    }
    await assertFewOpen(tx, passengerId);
    const stored = await insert(tx, context, question);
    if (other) {
      const { mediumId: _, ...otherFacts } = other;
      await questions.insertOtherTrip(tx, { ...otherFacts, passengerId, questionId: stored.question_id });
    }
    return await keyed.remember(tx, presentReceipt(stored));
  };
  return await inTextsOfDay(context, passengerId, () =>
    refuseByConstraint(questionConstraints, () => transaction(context.pool, ask)),
  );
}

type NewQuestion = Omit<Parameters<typeof questions.insertQuestion>[1], 'questionId' | 'number' | 'answerDays'>;

/** Tries other numbers until one is free: with a million questions, one in 244 needs a second try. */
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
