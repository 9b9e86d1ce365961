import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildLinkedCard, buildOwed, newsMails, waitingNews } from '../../../test/card-news.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { untilWaiting } from '../../../test/row-queue.ts';
import { type Transaction, transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import { removeJobsAbout } from '../../queue/jobs.queries.ts';
import { moveDebt } from '../debts/move-debt.service.ts';
import { wakeCardNews } from './wake-card-news.service.ts';

const testApp = await createTestApp([]);
const { pool, context } = testApp;
const portal = contextOf(context, 'portal');

/** A card with an unpaid fare, which a delivery settles. */
async function settledCard() {
  const linked = await buildLinkedCard(testApp);
  const { payment_id: paymentId } = await buildOwed(pool, linked.mediumId);
  const { mediumId } = linked;
  const move = { mediumId, paymentId, event: 'delivered_paid', source: 'feed' } as const;
  const { subjects, tell } = newsMails(testApp);
  return { mediumId, move, subjects, tell: () => tell(linked) };
}

it('a mail waits for a fare that is being settled, and is not sent then', async () => {
  const { move, subjects, tell } = await settledCard();

  let telling: Promise<void> | undefined;
  await transaction(portal.pool, async (tx) => {
    await moveDebt(tx, move);
    telling = tell();
    await untilWaiting(pool, 1);
  });
  await telling;

  expect(subjects()).toEqual([]);
});

it('whoever was told that a card is refused is told that it is accepted again, also if both happen at the same moment', async () => {
  const stories = new Set<string>();
  for (let round = 0; round < 30; round += 1) {
    const { mediumId, move, subjects, tell } = await settledCard();

    await Promise.all([tell(), transaction(portal.pool, (tx) => moveDebt(tx, move))]);
    const isAsked = (await waitingNews(pool)).some((job) => job.mediumId === mediumId);
    if (isAsked) await tell();

    stories.add(subjects().join(', '));
  }

  for (const story of stories)
    expect(['', 'Your card “Blue” is refused, Your card “Blue” is accepted again']).toContain(story);
});

it('an import that asks for the news of two cards of one passenger and the closing of that account wait for one another, and not for ever', async () => {
  const { passengerId, mediumId } = await buildLinkedCard(testApp);
  const { medium_id: otherId } = await buildCard(pool, { passenger_id: passengerId });
  const [first = '', last = ''] = [mediumId, otherId].toSorted();
  const wake = (db: Transaction, refused: string) => wakeCardNews(db, { refused: [refused], settled: [] });
  for (const id of [last, first]) await transaction(pool, async (tx) => await wake(tx, id));

  let closing: Promise<unknown> | undefined;
  await transaction(pool, async (tx) => {
    await wake(tx, first);
    closing = removeJobsAbout(pool, { passengerId, subjectIds: [] });
    await untilWaiting(pool, 1);
    await wake(tx, last);
  });
  await closing;

  const waiting = await waitingNews(pool);
  expect(waiting.filter((job) => job.passengerId === passengerId)).toEqual([]);
});
