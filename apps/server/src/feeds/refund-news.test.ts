import { beforeEach, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildLinkedCard, daysAgo, newsMails, waitingNews } from '../../test/card-news.ts';
import { tap } from '../../test/corrected-feed.ts';
import { emptyTables, mediumOf } from '../../test/feed-fixture.ts';
import { feedRefunds, refund, refused, travel } from '../../test/feed-refunds.ts';

const testApp = await createTestApp([]);
const { pool, url } = testApp;
const { deliver } = feedRefunds({ pool, url });
const mediumId = mediumOf(tap.token);
const yesterday = { ...refund, timestamp: daysAgo(1) };

/** The card of these trips in an account. */
async function linkCard(): Promise<{ passengerId: string }> {
  const linked = await buildLinkedCard(testApp);
  await pool.query('update cards set medium_id = $1 where passenger_id = $2', [mediumId, linked.passengerId]);
  return linked;
}

const forgetJobs = () => pool.query('delete from graphile_worker._private_jobs');
const waiting = () => waitingNews(pool, 'refund-news');

beforeEach(async () => {
  await pool.query('truncate cards cascade');
  await emptyTables(pool);
  await forgetJobs();
});

it('an import lets a mail tell of a recent refund, and of one that it withdraws, only whom the card belongs to', async () => {
  const { passengerId } = await linkCard();
  const { mails, subjects, tell } = newsMails(testApp, 'refund-news');
  await deliver(...travel, ['tx', 1, [yesterday, { ...yesterday, id: 'X-9', token: 'a card of nobody' }]]);
  const asked = await waiting();
  await tell({ passengerId, mediumId });
  await forgetJobs();
  await deliver(['tx', 2, [{ ...refused, timestamp: yesterday.timestamp }]]);
  const askedAgain = await waiting();
  await tell({ passengerId, mediumId });

  expect([asked, askedAgain]).toEqual(Array.from({ length: 2 }, () => [{ mediumId, passengerId, seconds: 600 }]));
  expect(subjects()).toEqual(['Money came back to your card “Blue”', 'A refund to your card “Blue” did not last']);
  expect(mails[0]?.text).toContain('of your payment of 2025/06/01 was refunded');
});

it('an import of old refunds asks for no mail', async () => {
  await linkCard();

  await deliver(...travel, ['tx', 1, [{ ...refund, timestamp: daysAgo(15) }]]);

  expect(await waiting()).toEqual([]);
});
