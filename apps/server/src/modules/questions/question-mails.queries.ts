import { statement } from '../../lib/sql.ts';
import { text, uuid } from '../../lib/sql-types.ts';

/** A question of which the newest text is an answer. */
export const findAnswered = statement({
  name: 'questions.findAnswered',
  values: { passengerId: uuid, questionId: uuid },
  row: { number: text, operator_code: text },
  text: `select number, operator_code from questions where passenger_id = $passengerId and question_id = $questionId and state = 'answered'`,
});
