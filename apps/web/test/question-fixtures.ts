import { type Question, question } from '@tapfolio/contracts/questions.ts';
import { nullsOf } from '../../../packages/contracts/test/nulls-of.ts';
import { cad, nextId } from './travel-fixtures.ts';

/** What the passenger wrote first. */
export const asked = {
  by: 'passenger',
  at: '2026-11-21T15:00:00Z',
  text: 'I got off at Harbour.',
  outcome: null,
} as const;
/** What the operator answered. */
export const answered = {
  by: 'operator',
  at: new Date(Date.now() - 3_600_000).toISOString(),
  text: 'You are right.\n\nThe reader at Harbour was broken.',
  outcome: 'refunded',
} as const;

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** A question about a trip that waits for an answer. */
export function buildQuestion(overrides: Partial<Question> = {}): Question {
  return question.parse({
    ...nullsOf(question),
    id: nextId(),
    number: 'K7M-2QF',
    cardId: 1,
    subject: {
      kind: 'trip',
      id: nextId(),
      at: '2026-11-20T14:00:00Z',
      timeZone: 'America/Toronto',
      amount: cad(375),
      srid: '7K2M4Q9T1XB5ZC',
      line: '12',
    },
    reason: 'wrong_fare',
    state: 'open',
    answerBy: inDays(3),
    writeUntil: inDays(400),
    entries: [asked],
    ...overrides,
  });
}

/** The same, answered. */
export function buildAnswered(overrides: Partial<Question> = {}): Question {
  const state = { state: 'answered' as const, answerBy: null, writeUntil: inDays(60) };
  return buildQuestion({ ...state, entries: [asked, answered], ...overrides });
}
