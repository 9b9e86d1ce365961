import { paymentPage } from '@tapfolio/contracts/payments.ts';
import { questionReceipt } from '@tapfolio/contracts/questions.ts';
import { tripPage } from '@tapfolio/contracts/trips.ts';
import type { QuestionDesk } from '../back-office/question-desk.ts';
import type { PassengerClient } from './passenger-client.ts';

const card = { cardId: 1 };

/** Asks about a trip and about a payment of the first card, as its passenger does. The desk answers the first question at once, and the other one later. */
export async function askQuestions(client: PassengerClient, desk: QuestionDesk): Promise<void> {
  const answered = questionReceipt.parse(await askAboutTrip(client));
  await desk.answer(answered.id, {
    text: 'Each adult trip with a bank card costs the same. Once the trips of a day reach the daily cap, the rest of that day is free: then this line shows a lower fare.',
    outcome: 'explained',
  });
  await askAboutPayment(client);
}

async function askAboutTrip(client: PassengerClient): Promise<unknown> {
  const { items } = tripPage.parse(await client.call('listTrips', undefined, card));
  // A trip with another operator is a question for that one.
  const trip = items.findLast(({ operator, fare }) => operator === null && fare.amountMinor > 0);
  if (trip === undefined) throw new Error('the card has no trip to ask about');
  const question = {
    reason: 'wrong_fare',
    at: trip.startedAt,
    text: 'How is this fare worked out? I take this line often.',
  };
  return await client.call('askAboutTrip', question, { ...card, tripId: trip.id });
}

async function askAboutPayment(client: PassengerClient): Promise<void> {
  const { items } = paymentPage.parse(await client.call('listPayments', undefined, card));
  const payment = items.find(
    ({ status, reason, due }) => status === 'accepted' && reason === 'trip' && due.amountMinor > 0,
  );
  if (payment === undefined) throw new Error('the card has no payment to ask about');
  const text = 'My bank shows this amount twice.\nIs one of them only reserved?';
  const question = { reason: 'charged_twice', at: payment.openedAt, text };
  await client.call('askAboutPayment', question, { ...card, paymentId: payment.id });
}
