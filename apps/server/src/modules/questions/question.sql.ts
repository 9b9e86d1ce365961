import { type questionOutcomes, questionReasons, questionStates } from '@tapfolio/domain/questions.ts';
import { bigint, character, instant, json, notNull, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';

/** A text of a question, as JSON. */
export interface EntryRow {
  readonly by: 'passenger' | 'operator';
  /** As the database writes it. */
  readonly at: string;
  readonly text: string;
  readonly outcome: (typeof questionOutcomes)[number] | null;
}

/** What both sides see of a question. */
export const questionColumns = {
  question_id: uuid,
  number: text,
  kind: oneOf(['trip', 'payment']),
  subject_id: uuid,
  subject_at: instant,
  operator_code: text,
  amount_minor: bigint,
  currency: character,
  srid: nullable(text),
  reason: oneOf(questionReasons),
  state: oneOf(questionStates),
  answer_until: nullable(instant),
  entries: notNull(json<readonly EntryRow[]>(), 'a question has a text from the beginning'),
};

/** The texts, read by the statement that reads the state: an answer is never seen with a question that still seems to wait. */
export const entriesOfQuestion = `(
      select json_agg(
        json_build_object('by', entry.written_by, 'at', entry.written_at::text, 'text', entry.content, 'outcome', entry.outcome)
        order by entry.place
      )
      from question_entries entry
      where entry.question_id = question.question_id
    )`;
