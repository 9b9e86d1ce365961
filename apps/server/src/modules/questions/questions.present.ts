import type { AskedQuestion } from '@tapfolio/contracts/asked-questions.ts';
import type { Question, QuestionEntry, QuestionReceipt } from '@tapfolio/contracts/questions.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import type { Operators } from '../travel/timetable-names.ts';
import type { AskedRow } from './asked-questions.queries.ts';
import type { EntryRow, OtherTripRow } from './question.sql.ts';
import type { QuestionRow, StandingRow } from './questions.queries.ts';

/** A question as its passenger sees it. */
export function presentQuestion(row: QuestionRow, operators: Operators): Question {
  return {
    id: row.question_id,
    number: row.number,
    cardId: row.card_id,
    operator: operators.partnerName(row.operator_code),
    subject: {
      kind: row.kind,
      id: row.subject_id,
      at: isoInstant(row.subject_at),
      timeZone: operators.timeZone(row.operator_code),
      amount: { amountMinor: row.amount_minor, currency: row.currency },
      srid: row.srid,
      line: row.line,
    },
    otherTrip: presentOtherTrip(row.other_trip),
    reason: row.reason,
    state: row.state,
    answerBy: isoInstantOrNull(row.answer_until),
    writeUntil: isoInstantOrNull(row.write_until),
    entries: row.entries.map(presentEntry),
  };
}

/** A question as the operator's system sees it: nothing of who asks but the language. */
export function presentAskedQuestion(row: AskedRow): AskedQuestion {
  return {
    id: row.question_id,
    number: row.number,
    operatorCode: row.operator_code,
    tripId: row.kind === 'trip' ? row.subject_id : null,
    at: isoInstant(row.subject_at),
    paymentId: row.payment_id,
    srid: row.srid,
    amount: { amountMinor: row.amount_minor, currency: row.currency },
    otherTrip: presentAskedOther(row.other_trip),
    reason: row.reason,
    language: row.language,
    state: row.state,
    askedAt: isoInstant(row.asked_at),
    answerBy: isoInstantOrNull(row.answer_until),
    entries: row.entries.map(presentEntry),
  };
}

/** How far a question is. */
export function presentReceipt(row: StandingRow): QuestionReceipt {
  return {
    id: row.question_id,
    number: row.number,
    state: row.state,
    answerBy: isoInstantOrNull(row.answer_until),
  };
}

function presentOtherTrip(row: OtherTripRow | null): Question['otherTrip'] {
  if (row === null) return null;
  const { cardId, tripId, at, srid, amountMinor, currency } = row;
  return { cardId, tripId, at: isoInstant(at), srid, amount: { amountMinor, currency } };
}

/** The number of the card is the passenger's. */
function presentAskedOther(row: OtherTripRow | null): AskedQuestion['otherTrip'] {
  if (row === null) return null;
  const { tripId, at, paymentId, srid, amountMinor, currency } = row;
  return { tripId, at: isoInstant(at), paymentId, srid, amount: { amountMinor, currency } };
}

function presentEntry({ by, at, text, outcome }: EntryRow): QuestionEntry {
  return { by, at: isoInstant(at), text, outcome };
}
