import { nextQuestionState, type QuestionEvent, type QuestionState } from '@tapfolio/domain/questions.ts';
import type { Flow } from './flow.ts';

const states: Readonly<Record<QuestionState, string>> = {
  open: 'The operator has to answer, within the days that the passenger was told',
  answered: 'The operator has answered; for 60 days, the passenger may write again',
  withdrawn: 'The passenger needs no answer any more',
};

const events: Readonly<Record<QuestionEvent, string>> = {
  write: 'The passenger adds a text. After an answer this asks again, and the time of the operator begins again',
  answer: 'The system of the operator answers, also a second time',
  withdraw: 'The passenger withdraws the question',
};

/** What becomes of a question about a trip or a payment. */
export const questionFlow: Flow<QuestionState, QuestionEvent> = {
  name: 'question',
  source: 'questions',
  title: 'What becomes of a question',
  introduction: `A passenger asks about a trip or a payment with \`POST /portal/cards/…/questions\`, and the operator answers with
\`POST /internal/api/v1/questions/…/answers\` (decision 0072). The server changes a state only where this table has an edge.`,
  begins: { event: 'POST questions', state: 'open' },
  states,
  events,
  next: nextQuestionState,
  remark:
    'A unique index allows one open question of a passenger about each trip and each payment. A withdrawn question never changes again.',
  end: `## What keeps both sides from missing each other

- Whoever adds a text locks the question: of an answer and a text that meet, the second one comes after the first, and decides the state.
- Withdrawing is one update, which changes an open question only: one that was answered at the same moment stays answered.
- Asking and writing lock the account, as unlinking, closing and the decision of a claim do. A question is stored for a card that the passenger has, and
  goes with it.
- A question may name the other trip of two that look wrong together (decision 0073). That is a row of its own, which no event changes and which
  goes with the card of that trip; the question stays.
- The mail is asked for in the transaction of the answer, and says nothing if the passenger has written again since.
- Of forty texts the last one is the operator's: no question is left without an answer because it is full.`,
};
