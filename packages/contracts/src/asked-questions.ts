import * as z from 'zod/mini';
import { defineCall } from './define-call.ts';
import {
  type QuestionReceipt,
  questionEntry,
  questionId,
  questionOutcome,
  questionParams,
  questionReason,
  questionReceipt,
  questionState,
  questionText,
} from './questions.ts';
import { instant, language, money, nextCursor, paymentId, srid, tripId, wholeNumber } from './shared.ts';

/** Another trip that has to do with the question: of the same passenger and operator, perhaps with another card. */
const otherTrip = z.object({
  /** By the id of the call for a refund. */
  tripId,
  /** When it began. */
  at: instant,
  /** The payment of that trip. Null if it had none when the passenger asked. */
  paymentId: z.nullable(paymentId),
  srid,
  /** Its fare when the passenger asked. */
  amount: money,
});

/** A question as the operator's system sees it. It does not say who asks. */
export const askedQuestion = z.object({
  id: questionId,
  /** What passenger and operator call it. */
  number: z.string(),
  /** The operator that is asked, as the configuration of the portal names it: the one of the trip or the payment. */
  operatorCode: z.string(),
  /** The trip, by the id of the call for a refund. Null if the question is about a payment. */
  tripId: z.nullable(tripId),
  /** When the trip began, the payment window opened, or the refund was made that the passenger asks about. */
  at: instant,
  /** The payment, or the payment of the trip. Null if the trip had none when the passenger asked. */
  paymentId: z.nullable(paymentId),
  srid,
  /** The fare of the trip, or what was to be paid, when the passenger asked. Below zero if the passenger asks about a refund. */
  amount: money,
  /** Another trip that the passenger names, such as the one that was made with another card at the same time. Null if there is none. */
  otherTrip: z.nullable(otherTrip),
  reason: questionReason,
  /** The passenger's language: answer in it. */
  language,
  state: questionState,
  askedAt: instant,
  /** By when the passenger was told to expect an answer. Null if the question is not open. */
  answerBy: z.nullable(instant),
  /** The oldest first. What the passenger wrote is plain text of a stranger: show it as text, also if it has tags or addresses. */
  entries: z.array(questionEntry),
});
export type AskedQuestion = z.infer<typeof askedQuestion>;

/** One page of questions. */
export const askedQuestionPage = z.object({
  /** The questions of this page, those first that are in their state longest. */
  items: z.array(askedQuestion),
  nextCursor,
});
export type AskedQuestionPage = z.infer<typeof askedQuestionPage>;

const exampleQuestion: AskedQuestion = {
  id: '5d0f7a52-8f0e-4b7b-9a53-0c7f2d0e6b41',
  number: 'K7M-2QF',
  operatorCode: '1',
  tripId: '6f1c2b9e-4a0d-4c53-9d0e-2f6b8a7c1e35',
  at: '2026-11-20T13:04:11Z',
  paymentId: 'b0a5b1de-3a5e-4e0c-8f5c-7a4d9b1f2c60',
  srid: '7K2M4Q9T1XB5ZC',
  amount: { amountMinor: 370, currency: 'CAD' },
  otherTrip: null,
  reason: 'wrong_fare',
  language: 'fr_CA',
  state: 'open',
  askedAt: '2026-11-22T09:14:03.512Z',
  answerBy: '2026-11-25T09:14:03.512Z',
  entries: [
    {
      by: 'passenger',
      at: '2026-11-22T09:14:03.512Z',
      text: 'Pourquoi ce trajet coûte-t-il plus que les autres?',
      outcome: null,
    },
  ],
};

export const listAskedQuestions = defineCall({
  method: 'GET',
  path: '/internal/api/v1/questions',
  who: 'operator',
  scope: 'questions:read',
  tag: 'questions',
  summary: 'Questions of passengers, those that wait longest first',
  query: z.object({
    /** Questions in this state. */
    state: z._default(questionState, 'open'),
    /** How many questions a page has at most. */
    limit: z._default(wholeNumber(1, 100), 50),
    /** `nextCursor` of the page before. Absent for the first page. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  answers: { 200: askedQuestionPage },
  example: { answer: { items: [exampleQuestion], nextCursor: null } satisfies AskedQuestionPage },
});

export const getAskedQuestion = defineCall({
  method: 'GET',
  path: '/internal/api/v1/questions/:questionId',
  who: 'operator',
  scope: 'questions:read',
  tag: 'questions',
  summary: 'One question with its texts',
  params: questionParams,
  refuses: ['question_not_found'],
  answers: { 200: askedQuestion },
  example: { answer: exampleQuestion },
});

export const answerQuestion = defineCall({
  method: 'POST',
  path: '/internal/api/v1/questions/:questionId/answers',
  who: 'operator',
  scope: 'questions:write',
  idempotency: 'key',
  tag: 'questions',
  summary: 'Answer a question; the passenger gets a mail that says so',
  params: questionParams,
  body: z.object({
    text: questionText,
    /** `refunded`: request the refund by its own call. `corrected`: deliver the correction. The portal shows both when they have happened. */
    outcome: questionOutcome,
  }),
  refuses: ['question_not_found', 'question_closed', 'question_text_has_card_number', 'answer_has_markup'],
  answers: { 201: questionReceipt },
  example: {
    body: { text: 'Ce trajet traverse deux zones.\nLe prix est exact.', outcome: 'explained' },
    answer: {
      id: exampleQuestion.id,
      number: exampleQuestion.number,
      state: 'answered',
      answerBy: null,
    } satisfies QuestionReceipt,
  },
});
