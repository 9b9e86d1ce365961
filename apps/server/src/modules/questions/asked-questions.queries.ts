import { locales } from '@tapfolio/domain/locale.ts';
import { questionStates } from '@tapfolio/domain/questions.ts';
import { type ResultRow, selectList, statement } from '../../lib/sql.ts';
import { bigint, instant, integer, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';
import { entriesOfQuestion, otherTripOfQuestion, questionColumns } from './question.sql.ts';

const askedColumns = {
  ...questionColumns,
  payment_id: nullable(uuid),
  asked_at: instant,
  state_at: instant,
  language: oneOf(locales),
};

const askedList = selectList(askedColumns, {
  other_trip: otherTripOfQuestion,
  entries: entriesOfQuestion,
  language: 'asker.display_language',
});

/** Null for a key of all operators. */
const isOfOperator = '($operatorCode::text is null or operator_code = $operatorCode)';

const pageValues = { state: oneOf(questionStates), after: instant, afterId: uuid, rows: bigint };

/** One condition and no `or`: for the plan that PostgreSQL keeps, the index must be known to fit. */
const pageOf = (isAsked = ''): string => `select ${askedList}
  from questions question
  join passengers asker on asker.passenger_id = question.passenger_id
  where ${isAsked}state = $state and (state_at, question_id) > ($after, $afterId)
  order by state_at, question_id
  limit $rows`;

/** Questions in a state, those first that are in it longest. One that leaves the state, or comes to it, moves no other to another page. */
export const listAsked = statement({
  name: 'questions.listAsked',
  values: pageValues,
  row: askedColumns,
  text: pageOf(),
});

/** The same of one operator. */
export const listAskedOfOperator = statement({
  name: 'questions.listAskedOfOperator',
  values: { operatorCode: text, ...pageValues },
  row: askedColumns,
  text: pageOf('operator_code = $operatorCode and '),
});

export type AskedRow = ResultRow<typeof listAsked>;

export const findAsked = statement({
  name: 'questions.findAsked',
  values: { operatorCode: nullable(text), questionId: uuid },
  row: askedColumns,
  text: `select ${askedList}
  from questions question
  join passengers asker on asker.passenger_id = question.passenger_id
  where question_id = $questionId and ${isOfOperator}`,
});

/** A question, locked until the transaction ends. */
export const lockAsked = statement({
  name: 'questions.lockAsked',
  values: { operatorCode: nullable(text), questionId: uuid },
  row: { state: oneOf(questionStates), entry_count: integer },
  text: `select state, entry_count from questions where question_id = $questionId and ${isOfOperator} for update`,
});

/** Asks for the mail that says that a question was answered. */
export const enqueueAnswerMail = statement({
  name: 'questions.enqueueAnswerMail',
  values: { questionId: uuid, waitSeconds: integer },
  text: 'select from enqueue_answer_mail($questionId, $waitSeconds)',
});
