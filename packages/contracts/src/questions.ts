import {
  maxQuestionText,
  paymentQuestionReasons,
  questionOutcomes,
  questionReasons,
  questionStates,
  tripQuestionReasons,
} from '@tapfolio/domain/questions.ts';
import { plainBreaks, writtenText } from '@tapfolio/domain/shown-text.ts';
import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import type { CatalogueEntries } from './errors/catalogue-entry.ts';
import { paymentParams } from './payments.ts';
import { askedInstant, cardId, instant, money, noContent, srid, timeZone, tripId } from './shared.ts';
import { tripParams, tripPlace } from './trips.ts';

export const questionState = z.enum(questionStates);
export const questionOutcome = z.enum(questionOutcomes);
export const questionReason = z.enum(questionReasons);

/** Made by the portal. Passenger and operator see the same id. */
export const questionId = z.uuid();
export const questionParams = z.object({ questionId });

/**
 * What people write: plain text, with line breaks. Blanks at its ends do not count, a line break is one character, and a tab becomes a blank. The
 * number of a payment card is refused.
 */
export const questionText = z
  .string()
  .check(z.overwrite(plainBreaks), z.trim(), z.minLength(1), z.maxLength(maxQuestionText), z.regex(writtenText));

/** A text of the passenger or of the operator. */
export const questionEntry = z.object({
  /** Who wrote it. */
  by: z.enum(['passenger', 'operator']),
  at: instant,
  /** Plain text, with line breaks. */
  text: z.string(),
  /** What the operator did. Null in what the passenger wrote. */
  outcome: z.nullable(questionOutcome),
});
export type QuestionEntry = z.infer<typeof questionEntry>;

/** What a question is about, as it was when the passenger asked. */
export const questionSubject = z.object({
  /** Whether the question is about a trip or about a payment. */
  kind: z.enum(['trip', 'payment']),
  /** The id of the trip or of the payment. */
  id: z.uuid(),
  /** When the trip began, or the payment window opened: the `at` of the call for it. */
  at: instant,
  timeZone,
  /** The fare of the trip, or what was to be paid. Below zero if the payment is a refund. */
  amount: money,
  srid,
  /** Of a trip: the name of its line. Null of a payment, and if nothing is known. */
  line: z.nullable(z.string()),
});

/** The other trip that a question about a trip names, as it was when the passenger asked. */
export const questionOtherTrip = z.extend(tripPlace, {
  /** The fare of the other trip. */
  amount: money,
  srid,
});

/** A question as the passenger sees it. */
export const question = z.object({
  id: questionId,
  /** What passenger and operator call it, such as `K7M-2QF`. */
  number: z.string(),
  cardId,
  /** Name of the operator that answers. Null for the portal's own operator. */
  operator: z.nullable(z.string()),
  subject: questionSubject,
  /** Null if the question names no other trip, and once the card of that trip is unlinked. */
  otherTrip: z.nullable(questionOtherTrip),
  reason: questionReason,
  state: questionState,
  /** Until when the operator wants to answer. Null if the question is not open. */
  answerBy: z.nullable(instant),
  /**
   * Until when the passenger may write again: for 60 days after the last answer, while the question is open until it is deleted. Null if the passenger
   * may not write any more: the question was withdrawn, has as many texts as it may have, or was answered too long ago.
   */
  writeUntil: z.nullable(instant),
  /** The oldest first. The first one is the passenger's question. */
  entries: z.array(questionEntry),
});
export type Question = z.infer<typeof question>;

/** The questions of the passenger. */
export const questionList = z.object({
  /** Those of the last 400 days, the one with the newest text first; the 100 newest if there are more. */
  items: z.array(question),
});
export type QuestionList = z.infer<typeof questionList>;

/** How far a question is. It has no text: the list of questions has those. */
export const questionReceipt = z.object({
  id: questionId,
  /** What passenger and operator call it. */
  number: z.string(),
  state: questionState,
  /** Until when the operator wants to answer. Null if the question is not open. */
  answerBy: z.nullable(instant),
});
export type QuestionReceipt = z.infer<typeof questionReceipt>;

/** The error codes of these calls. */
export const codes = {
  question_already_open: { status: 409, means: 'The passenger has an open question about this trip or payment.' },
  too_many_questions: { status: 409, means: 'The passenger has as many open questions as one passenger may have.' },
  question_not_found: { status: 404, means: 'There is no such question, or it is not the passenger’s.' },
  question_closed: {
    status: 409,
    means: 'The question was withdrawn, has as many texts as it may have, or was answered too long ago.',
  },
  question_text_has_card_number: {
    status: 422,
    means: 'The text contains what looks like the number of a payment card.',
  },
  answer_has_markup: {
    status: 422,
    means: 'The answer has tags or character references of HTML: it must be plain text.',
  },
} as const satisfies CatalogueEntries;

const asksAt = {
  /** When the row begins, as the list says: `startedAt` of a trip, `openedAt` of a payment. */
  at: z.optional(askedInstant),
  text: questionText,
};

/** Another trip of the passenger with the same operator, which the operator is told of too. */
const namedTrip = z.object({
  cardId,
  tripId,
  /** When it begins, as the list says. */
  at: z.optional(askedInstant),
});

/** Why the passenger asks. */
const tripQuestionReason = z.enum(tripQuestionReasons);
/** Why the passenger asks. */
const paymentQuestionReason = z.enum(paymentQuestionReasons);

export const askAboutTrip = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/cards/:cardId/trips/:tripId/questions',
  who: 'card',
  permission: ['card-trips-history-table.ask'],
  idempotency: 'key',
  tag: 'questions',
  summary: 'Ask the operator about a trip',
  params: tripParams,
  body: z.object({
    reason: tripQuestionReason,
    ...asksAt,
    /** A trip that has to do with this one, such as one that was made with another card at the same time. */
    otherTrip: z.optional(namedTrip),
  }),
  refuses: ['NWA0037', 'question_already_open', 'too_many_questions', 'question_text_has_card_number'],
  answers: { 201: questionReceipt },
});

export const askAboutPayment = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/cards/:cardId/payments/:paymentId/questions',
  who: 'card',
  permission: ['card-payments-history-table.ask'],
  idempotency: 'key',
  tag: 'questions',
  summary: 'Ask the operator about a payment',
  params: paymentParams,
  body: z.object({ reason: paymentQuestionReason, ...asksAt }),
  refuses: ['NWA0002', 'question_already_open', 'too_many_questions', 'question_text_has_card_number'],
  answers: { 201: questionReceipt },
});

export const listQuestions = defineCall({
  method: 'GET',
  path: '/public/api/v1/portal/questions',
  who: 'passenger',
  permission: { noneBecause: 'Who has asked reads the answer, also after the operator has stopped taking questions.' },
  tag: 'questions',
  summary: 'The passenger’s questions to the operator, with the answers',
  answers: { 200: questionList },
});

export const writeToQuestion = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/questions/:questionId/entries',
  who: 'passenger',
  permission: { noneBecause: 'Who has asked may write again, also after the operator has stopped taking questions.' },
  idempotency: 'key',
  tag: 'questions',
  summary: 'Add something to a question; after an answer, ask again',
  params: questionParams,
  body: z.object({ text: questionText }),
  refuses: [
    'question_not_found',
    'question_closed',
    'question_already_open',
    'too_many_questions',
    'question_text_has_card_number',
  ],
  answers: { 201: questionReceipt },
});

export const withdrawQuestion = defineCall({
  method: 'POST',
  path: '/public/api/v1/portal/questions/:questionId/withdrawal',
  who: 'passenger',
  permission: { noneBecause: 'Who has asked may say that no answer is needed any more.' },
  idempotency: 'natural',
  tag: 'questions',
  summary: 'Tell the operator that an open question needs no answer any more',
  params: questionParams,
  refuses: ['question_not_found', 'question_closed'],
  answers: { 204: noContent },
});
