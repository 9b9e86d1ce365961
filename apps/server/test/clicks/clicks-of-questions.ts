import type { TestApp } from '../build-app.ts';
import { askAboutPayment, askAboutTrip, asked, travelled, withdraw } from '../questions.ts';
import type { Clicks } from './click.ts';

/** The calls about questions, each click with a key of its own, as from another tab. */
export function clicksOfQuestions(testApp: Pick<TestApp, 'app' | 'context' | 'pool' | 'signIn'>): Clicks {
  const once = { 201: 1, question_already_open: 19 };
  return {
    askAboutTrip: async () => {
      const person = await travelled(testApp);
      return { ask: () => askAboutTrip(person), answers: once };
    },
    askAboutPayment: async () => {
      const person = await travelled(testApp);
      return { ask: () => askAboutPayment(person), answers: once };
    },
    withdrawQuestion: async () => {
      const person = await travelled(testApp);
      const { id } = await asked(person);
      return { ask: () => withdraw(person.passenger, id), answers: { 204: 20 } };
    },
  };
}
