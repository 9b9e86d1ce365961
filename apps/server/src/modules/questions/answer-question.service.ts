import type { AskedQuestion } from '@tapfolio/contracts/asked-questions.ts';
import type { QuestionReceipt } from '@tapfolio/contracts/questions.ts';
import { holdsCardNumber } from '@tapfolio/domain/card-number-in-text.ts';
import { holdsMarkup } from '@tapfolio/domain/markup-in-text.ts';
import {
  mostQuestionEntries,
  type QuestionOutcome,
  type QuestionState,
  questionEdges,
} from '@tapfolio/domain/questions.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import type { CallingSystem } from '../../gate/api-key-gate.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { cutPage, leastId, readCursor } from '../../lib/keyset.ts';
import { type Db, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import type { KeyedCall, Remembered } from '../../plugins/idempotency-keys.ts';
import * as asked from './asked-questions.queries.ts';
import { presentAskedQuestion, presentReceipt } from './questions.present.ts';
import { addText } from './questions.queries.ts';

/** An answer that comes so soon after another one is told by the same mail. */
const mailWaitSeconds = 180;

export interface AskedPage {
  readonly state: QuestionState;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Questions to an operator, or to all operators of the portal. @throws AppError `TM0203` when the server did not make the cursor. */
export async function readAskedQuestions(
  db: Db,
  { operatorCode }: CallingSystem,
  { state, limit, cursor }: AskedPage,
): Promise<{ items: AskedQuestion[]; nextCursor: string | null }> {
  const { at: after, id: afterId } = cursor === undefined ? { at: '-infinity', id: leastId } : readCursor(cursor);
  const page = { state, after, afterId, rows: limit + 1 };
  const rows =
    operatorCode === null
      ? await asked.listAsked(db, page)
      : await asked.listAskedOfOperator(db, { operatorCode, ...page });
  const { shown, nextCursor } = cutPage(rows, { limit }, (row) => ({ at: row.state_at, id: row.question_id }));
  return { items: shown.map(presentAskedQuestion), nextCursor };
}

/** @throws `question_not_found` when there is no such question, or it is for another operator. */
export async function readAskedQuestion(
  db: Db,
  { operatorCode }: CallingSystem,
  questionId: string,
): Promise<AskedQuestion> {
  const [row] = await asked.findAsked(db, { operatorCode, questionId });
  assertThat(row !== undefined, 'question_not_found');
  return presentAskedQuestion(row);
}

export interface Answer {
  readonly questionId: string;
  readonly text: string;
  readonly outcome: QuestionOutcome;
  readonly keyed: KeyedCall;
}

/**
 * Answers a question, and asks for the mail that says so.
 * @throws AppError `question_not_found`; `question_closed` when it was withdrawn or has as many texts as it may have;
 *   `question_text_has_card_number`, `answer_has_markup`.
 */
export async function answerQuestion(
  { pool }: Using<'pool'>,
  { operatorCode, keyId, traceId }: CallingSystem,
  { questionId, text, outcome, keyed }: Answer,
): Promise<Remembered<QuestionReceipt>> {
  assertThat(!holdsCardNumber(text), 'question_text_has_card_number');
  assertThat(!holdsMarkup(text), 'answer_has_markup');
  const { before, next: state } = questionEdges('answer');
  return await transaction(pool, async (tx) => {
    const [question] = await asked.lockAsked(tx, { operatorCode, questionId });
    assertThat(question !== undefined, 'question_not_found');
    assertThat(before.includes(question.state) && question.entry_count < mostQuestionEntries, 'question_closed');
    const written = { questionId, writtenBy: 'operator', text, outcome, state } as const;
    const [moved] = await addText(tx, { ...written, answerDays: null });
    assertThat(moved !== undefined, 'question_not_found');
    await asked.enqueueAnswerMail(tx, { questionId, waitSeconds: mailWaitSeconds });
    await recordAudit(tx, {
      kind: 'question_answered',
      passengerId: null,
      traceId,
      detail: { questionId, keyId, outcome },
    });
    return await keyed.remember(tx, presentReceipt(moved));
  });
}
