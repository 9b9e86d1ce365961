import type { QuestionList, QuestionReceipt } from '@tapfolio/contracts/questions.ts';
import { holdsCardNumber } from '@tapfolio/domain/card-number-in-text.ts';
import { mostQuestionEntries, questionEdges } from '@tapfolio/domain/questions.ts';
import { lockOwnAccount } from '../../gate/account.queries.ts';
import type { Passenger } from '../../gate/caller.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { refuseByConstraint } from '../../lib/constraints.ts';
import { type Db, type Transaction, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import type { KeyedCall, Remembered } from '../../plugins/idempotency-keys.ts';
import type { TravelReading } from '../travel/reading.ts';
import { answerDaysOf, assertFewOpen, inTextsOfDay, questionConstraints } from './open-questions.ts';
import { presentQuestion, presentReceipt } from './questions.present.ts';
import * as questions from './questions.queries.ts';

/** The questions of a passenger with their answers. */
export async function readQuestions(
  { readDb, names }: Pick<TravelReading, 'readDb' | 'names'>,
  passengerId: string,
): Promise<QuestionList> {
  const rows = await questions.listQuestions(readDb, { passengerId });
  const operators = await names.operatorsOf(rows);
  return { items: rows.map((row) => presentQuestion(row, operators)) };
}

export interface Written {
  readonly questionId: string;
  readonly text: string;
  readonly keyed: KeyedCall;
}

/**
 * Adds a text to a question; after an answer, the operator has to answer again.
 * @throws AppError `question_not_found`, `question_closed`, `too_many_requests`, `question_text_has_card_number`; `question_already_open` and `too_many_questions`
 *   for a question that was answered.
 */
export async function writeToQuestion(
  context: Using<'pool' | 'config' | 'keys'>,
  passenger: Passenger,
  { questionId, text, keyed }: Written,
): Promise<Remembered<QuestionReceipt>> {
  assertThat(!holdsCardNumber(text), 'question_text_has_card_number');
  const { passengerId } = passenger;
  const { before, next: state } = questionEdges('write');
  const add = async (tx: Transaction) => {
    await lockOwnAccount(tx, passenger);
    const [question] = await questions.lockQuestion(tx, { passengerId, questionId });
    assertThat(question !== undefined, 'question_not_found');
    const isInTime = question.state !== 'answered' || question.is_answered_lately;
    assertThat(before.includes(question.state) && isInTime, 'question_closed');
    assertThat(question.entry_count < mostQuestionEntries - 1, 'question_closed');
    if (question.state !== state) await assertFewOpen(tx, passengerId);
    const written = { questionId, writtenBy: 'passenger', text, outcome: null, state } as const;
    const [moved] = await questions.addText(tx, { ...written, answerDays: answerDaysOf(context) });
    assertThat(moved !== undefined, 'question_not_found');
    return await keyed.remember(tx, presentReceipt(moved));
  };
  return await inTextsOfDay(context, passengerId, () =>
    refuseByConstraint(questionConstraints, () => transaction(context.pool, add)),
  );
}

/**
 * Tells the operator that a question needs no answer any more. A second call changes nothing and is answered alike.
 * @throws AppError `question_not_found`; `question_closed` when it was answered.
 */
export async function withdrawQuestion(
  { pool }: Using<'pool'>,
  { passengerId }: Passenger,
  questionId: string,
): Promise<void> {
  const edges = questionEdges('withdraw');
  const withdrawn = await questions.withdraw(pool, { passengerId, questionId, ...edges });
  if (withdrawn.length > 0) return;
  const [question] = await questions.findState(pool, { passengerId, questionId });
  assertThat(question !== undefined, 'question_not_found');
  assertThat(question.state === edges.next, 'question_closed');
}

/** Forgets questions of which the newest text is old. */
export async function deleteOldQuestions(db: Db): Promise<void> {
  await questions.deleteOld(db);
}
