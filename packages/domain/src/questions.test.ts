import { expect, test } from 'vitest';
import {
  nextQuestionState,
  paymentQuestionReasons,
  type QuestionEvent,
  type QuestionState,
  questionEdges,
  questionEvents,
  questionReasons,
  questionStates,
  tripQuestionReasons,
} from './questions.ts';

const edges: readonly (readonly [QuestionState, QuestionEvent, QuestionState])[] = [
  ['open', 'write', 'open'],
  ['open', 'answer', 'answered'],
  ['open', 'withdraw', 'withdrawn'],
  ['answered', 'write', 'open'],
  ['answered', 'answer', 'answered'],
];

test('a question changes in these ways and in no other', () => {
  const taken = questionStates.flatMap((state) =>
    questionEvents.flatMap((event) => {
      const next = nextQuestionState(state, event);
      return next === undefined ? [] : [[state, event, next]];
    }),
  );

  expect(taken).toEqual(edges);
});

test.each(questionEvents)('the edges of %s are those of the table', (event) => {
  const own = edges.filter(([, other]) => other === event);

  expect(own.map(([, , next]) => next)).toEqual(own.map(() => questionEdges(event).next));
  expect(questionEdges(event).before).toEqual(own.map(([state]) => state));
});

test('every reason is one for a trip or for a payment', () => {
  expect(new Set(questionReasons)).toEqual(new Set([...tripQuestionReasons, ...paymentQuestionReasons]));
});
