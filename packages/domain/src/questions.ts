import type { StateTable } from './state-edges.ts';

/**
 * Questions of passengers about a trip or a payment, and the answers of the operator. This is the only table of the transitions of a
 * question: the server changes a state only as the table says, and docs/flows/question.md shows it.
 */

/** open: the operator has to answer. answered: it did, and the passenger may write again. withdrawn: the passenger needs no answer. */
export const questionStates = ['open', 'answered', 'withdrawn'] as const;
/** The state of a question. */
export type QuestionState = (typeof questionStates)[number];

/** write: the passenger adds something. answer: the operator answers. withdraw: the passenger needs no answer any more. */
export const questionEvents = ['write', 'answer', 'withdraw'] as const;
/** An event of a question. */
export type QuestionEvent = (typeof questionEvents)[number];

/** All transitions. Who writes after an answer asks again; the operator may answer twice, because it may know more later. */
const questionTransitions: StateTable<QuestionState, QuestionEvent> = {
  open: { write: 'open', answer: 'answered', withdraw: 'withdrawn' },
  answered: { write: 'open', answer: 'answered' },
  withdrawn: {},
};

/** Returns the next state; undefined if the event is refused in this state. */
export function nextQuestionState(state: QuestionState, event: QuestionEvent): QuestionState | undefined {
  return questionTransitions[state][event];
}

const stateAfter = { write: 'open', answer: 'answered', withdraw: 'withdrawn' } as const satisfies Record<
  QuestionEvent,
  QuestionState
>;

/** The states in which an event is accepted, also if it changes none but adds a text, and the state after it. */
export function questionEdges(event: QuestionEvent): { before: readonly QuestionState[]; next: QuestionState } {
  const next = stateAfter[event];
  return { before: questionStates.filter((state) => nextQuestionState(state, event) === next), next };
}

/** Why a passenger asks about a trip. */
export const tripQuestionReasons = ['not_mine', 'wrong_fare', 'missed_tap', 'charged_twice', 'other'] as const;
/** Why a passenger asks about a payment. */
export const paymentQuestionReasons = ['not_mine', 'wrong_amount', 'charged_twice', 'refund_missing', 'other'] as const;
/** Every reason for a question. */
export const questionReasons = [
  'not_mine',
  'wrong_fare',
  'wrong_amount',
  'missed_tap',
  'charged_twice',
  'refund_missing',
  'other',
] as const;
/** Why a passenger asks. */
export type QuestionReason = (typeof questionReasons)[number];

/** What the operator did. */
export const questionOutcomes = ['explained', 'refunded', 'corrected', 'declined'] as const;
/** What the operator did about a question. */
export type QuestionOutcome = (typeof questionOutcomes)[number];

/** The most characters of what a passenger writes, and of an answer. */
export const maxQuestionText = 1000;
/** How many questions of a passenger may be open at a time. */
export const mostOpenQuestions = 10;
/** How many texts a question may have, of both sides together. The last one is kept for the operator: a passenger always gets an answer. */
export const mostQuestionEntries = 40;
/** How long after the last answer a passenger may still write. */
export const writeAgainDays = 60;
/** How long a question is kept after the last text. */
export const questionDays = 400;
/** How many questions a passenger is shown, the newest ones. */
export const mostQuestionsListed = 100;
/** The longest time that an operator may promise to answer in. */
export const longestAnswerDays = 30;
