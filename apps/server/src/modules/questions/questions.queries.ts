import {
  mostQuestionEntries,
  mostQuestionsListed,
  questionDays,
  questionOutcomes,
  questionReasons,
  questionStates,
  writeAgainDays,
} from '@tapfolio/domain/questions.ts';
import { cardOf } from '../../gate/own-media.sql.ts';
import { type ResultRow, selectList, statement } from '../../lib/sql.ts';
import {
  arrayOf,
  bigint,
  boolean,
  character,
  instant,
  integer,
  notNull,
  nullable,
  oneOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';
import { entriesOfQuestion, otherTripOfQuestion, questionColumns } from './question.sql.ts';

const isAnsweredLately = `state_at > now() - interval '${writeAgainDays} days'`;

const listColumns = { ...questionColumns, card_id: integer, line: nullable(text), write_until: nullable(instant) };

/** The questions of a passenger, the one with the newest text first. The last place for a text is the operator's. */
export const listQuestions = statement({
  name: 'questions.list',
  values: { passengerId: uuid },
  row: listColumns,
  text: `select ${selectList(listColumns, {
    other_trip: otherTripOfQuestion,
    entries: entriesOfQuestion,
    write_until: `case
      when entry_count >= ${mostQuestionEntries - 1} then null
      when state = 'open' then written_at + interval '${questionDays} days'
      when state = 'answered' and ${isAnsweredLately} then state_at + interval '${writeAgainDays} days'
    end`,
  })}
  from questions question
  where passenger_id = $passengerId and written_at > now() - interval '${questionDays} days'
  order by written_at desc, question_id
  limit ${mostQuestionsListed}`,
});

export type QuestionRow = ResultRow<typeof listQuestions>;

/** One row if a card of the passenger has this medium: what was read of the medium before may still be asked about. */
export const findOwnMedium = statement({
  name: 'questions.findOwnMedium',
  values: { passengerId: uuid, cardId: integer, mediumId: uuid },
  row: {},
  text: `select from cards where passenger_id = $passengerId and medium_id = $mediumId and ${cardOf('cards')} = $cardId`,
});

export const countOpen = statement({
  name: 'questions.countOpen',
  values: { passengerId: uuid },
  row: { open: notNull(integer, 'a count') },
  text: `select count(*)::integer as open from questions where passenger_id = $passengerId and state = 'open'`,
});

const standing = { question_id: uuid, number: text, state: oneOf(questionStates), answer_until: nullable(instant) };

export type StandingRow = ResultRow<typeof insertQuestion>;

/** Stores a question with its first text. No row when another question has the number. */
export const insertQuestion = statement({
  name: 'questions.insert',
  values: {
    questionId: uuid,
    number: text,
    passengerId: uuid,
    cardId: integer,
    kind: oneOf(['trip', 'payment']),
    subjectId: uuid,
    subjectAt: instant,
    operatorCode: text,
    paymentId: nullable(uuid),
    srid: nullable(text),
    amountMinor: bigint,
    currency: character,
    line: nullable(text),
    reason: oneOf(questionReasons),
    answerDays: integer,
    text,
  },
  row: standing,
  text: `with asked as (
    insert into questions
      (question_id, number, passenger_id, card_id, kind, subject_id, subject_at, operator_code, payment_id, srid, amount_minor, currency,
      line, reason, answer_until)
    values
      ($questionId, $number, $passengerId, $cardId, $kind, $subjectId, $subjectAt, $operatorCode, $paymentId, $srid, $amountMinor, $currency,
      $line, $reason, now() + make_interval(days => $answerDays))
    on conflict (number) do nothing
    returning question_id, number, passenger_id, state, answer_until
  ), told as (
    insert into question_entries (passenger_id, question_id, place, written_by, content)
    select passenger_id, question_id, 1, 'passenger', $text
    from asked
  )
  select ${selectList(standing)} from asked`,
});

/** Stores the other trip of a question that the transaction has stored. */
export const insertOtherTrip = statement({
  name: 'questions.insertOtherTrip',
  values: {
    passengerId: uuid,
    questionId: uuid,
    cardId: integer,
    tripId: uuid,
    startedAt: instant,
    paymentId: nullable(uuid),
    srid: nullable(text),
    amountMinor: bigint,
    currency: character,
  },
  text: `insert into question_trips
    (passenger_id, question_id, card_id, trip_id, started_at, payment_id, srid, amount_minor, currency)
  values ($passengerId, $questionId, $cardId, $tripId, $startedAt, $paymentId, $srid, $amountMinor, $currency)`,
});

/** A question of the passenger, locked until the transaction ends: of an answer and a text that meet, one comes first. */
export const lockQuestion = statement({
  name: 'questions.lock',
  values: { passengerId: uuid, questionId: uuid },
  row: {
    state: oneOf(questionStates),
    entry_count: integer,
    is_answered_lately: notNull(boolean, 'no instant is null'),
  },
  text: `select state, entry_count, ${isAnsweredLately} as is_answered_lately
  from questions
  where passenger_id = $passengerId and question_id = $questionId
  for update`,
});

/**
 * Adds a text to a question that the transaction has locked. It waits since its state began: a passenger who writes to an open question does not
 * wait any longer for that.
 */
export const addText = statement({
  name: 'questions.addText',
  values: {
    questionId: uuid,
    writtenBy: oneOf(['passenger', 'operator']),
    text,
    outcome: nullable(oneOf(questionOutcomes)),
    state: oneOf(questionStates),
    answerDays: nullable(integer),
  },
  row: standing,
  text: `with moved as (
    update questions
    set state = $state,
      state_at = case when state = $state and state = 'open' then state_at else now() end,
      answer_until = case when state = $state and state = 'open' then answer_until else now() + make_interval(days => $answerDays) end,
      written_at = now(),
      entry_count = entry_count + 1
    where question_id = $questionId
    returning question_id, number, passenger_id, state, answer_until, entry_count
  ), told as (
    insert into question_entries (passenger_id, question_id, place, written_by, content, outcome)
    select passenger_id, question_id, entry_count, $writtenBy, $text, $outcome
    from moved
  )
  select ${selectList(standing)} from moved`,
});

/** Ends a question in the name of its passenger. */
export const withdraw = statement({
  name: 'questions.withdraw',
  values: { passengerId: uuid, questionId: uuid, before: arrayOf(oneOf(questionStates)), next: oneOf(questionStates) },
  row: { question_id: uuid },
  text: `update questions
  set state = $next, state_at = now(), answer_until = null
  where passenger_id = $passengerId and question_id = $questionId and state = any($before)
  returning question_id`,
});

export const findState = statement({
  name: 'questions.findState',
  values: { passengerId: uuid, questionId: uuid },
  row: { state: oneOf(questionStates) },
  text: 'select state from questions where passenger_id = $passengerId and question_id = $questionId',
});

/** Waits for nobody: a card that is unlinked at the same moment deletes its questions in an order that nothing says. */
export const deleteOld = statement({
  name: 'questions.deleteOld',
  text: `with old as (
    select question_id from questions where written_at < now() - interval '${questionDays} days' for update skip locked
  )
  delete from questions using old where questions.question_id = old.question_id`,
});
