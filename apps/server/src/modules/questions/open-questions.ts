import { longestAnswerDays, mostOpenQuestions } from '@tapfolio/domain/questions.ts';
import { assertThat } from '../../lib/assert-that.ts';
import type { ConstraintCodes } from '../../lib/constraints.ts';
import type { Transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import { countOpen } from './questions.queries.ts';

/** What a question that becomes open may be refused for. */
export const questionConstraints: ConstraintCodes = {
  questions__open: 'question_already_open',
};

/** For a transaction that has locked the account, so that no other question of the passenger becomes open. @throws `too_many_questions`. */
export async function assertFewOpen(tx: Transaction, passengerId: string): Promise<void> {
  const [count] = await countOpen(tx, { passengerId });
  assertThat(count !== undefined && count.open < mostOpenQuestions, 'too_many_questions');
}

/** Does what stores a text of a passenger. @throws `too_many_requests` when the passenger has written as much as is taken within a day. */
export async function inTextsOfDay<Result>(
  context: Using<'pool' | 'keys'>,
  passengerId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const buckets = [{ rule: throttleRules.questionTextsByAccount, object: passengerId }];
  return await withThrottle(context, { buckets, failures: [], work });
}

/** Within how many days an answer is promised. Who has asked may write again after the operator has stopped taking questions: the longest time. */
export function answerDaysOf({ config }: Using<'config'>): number {
  return config.questions?.answerDays ?? longestAnswerDays;
}
