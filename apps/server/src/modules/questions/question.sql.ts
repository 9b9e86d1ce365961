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

/** The other trip of a question, as JSON. */
export interface OtherTripRow {
  readonly cardId: number;
  readonly tripId: string;
  /** As the database writes it. */
  readonly at: string;
  readonly paymentId: string | null;
  readonly srid: string | null;
  readonly amountMinor: number;
  readonly currency: string;
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
  other_trip: nullable(json<OtherTripRow>()),
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

/** The other trip that the question names; null if it names none. */
export const otherTripOfQuestion = `(
      select json_build_object(
        'cardId', other.card_id, 'tripId', other.trip_id, 'at', other.started_at::text, 'paymentId', other.payment_id,
        'srid', other.srid, 'amountMinor', other.amount_minor, 'currency', other.currency
      )
      from question_trips other
      where other.question_id = question.question_id
    )`;
