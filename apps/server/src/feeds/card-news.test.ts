import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, testConfig } from '../../test/build-app.ts';
import { buildLinkedCard, buildOwed, daysAgo, waitingNews } from '../../test/card-news.ts';
import { exported } from '../../test/corrected-feed.ts';
import { buildPassenger } from '../../test/factories/passengers.ts';
import { unpaid } from '../../test/feed-debts.ts';
import { emptyTables, importInto, mediumOf, temporaryFolder } from '../../test/feed-fixture.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { transaction } from '../lib/sql.ts';
import { moveDebt } from '../modules/debts/move-debt.service.ts';
import { contextOf } from '../plugins/context.ts';
import { enqueueMail } from '../queue/jobs.queries.ts';
import { workerRole } from '../roles/worker.ts';

const mailServer = await startMailServer();
const testApp = await createTestApp([], { config: { mail: { ...testConfig().mail, port: mailServer.port } } });
const { context, pool, url } = testApp;
const mediumId = mediumOf(unpaid.token);

const recent = { ...unpaid, open_date: daysAgo(1) };
const paid = { ...recent, amount_settled: '250', stage: 'Closed' };

const deliver = (day: number, ...rows: Record<string, string>[]) =>
  importInto(url, exported(temporaryFolder(), 'pw', day, rows));

/** The card of these payment windows in an account. */
async function linkCard(): Promise<{ passengerId: string; email: string }> {
  const linked = await buildLinkedCard(testApp);
  await pool.query('update cards set medium_id = $1 where passenger_id = $2', [mediumId, linked.passengerId]);
  return linked;
}

/** A mail has told of every fare. */
const noteTold = (passengerId: string) =>
  pool.query(
    `insert into card_news (passenger_id, card_id, payment_id)
    select passenger_id, card_id, payment_id from cards join debts using (medium_id) where passenger_id = $1`,
    [passengerId],
  );

const forgetJobs = () => pool.query(`delete from graphile_worker._private_jobs`);

beforeEach(async () => {
  await pool.query('truncate cards cascade');
  await emptyTables(pool);
  await forgetJobs();
});

describe('an import', () => {
  it('lets a mail tell of an unpaid fare once the other files of the delivery have come, only whom the card belongs to', async () => {
    const { passengerId } = await linkCard();
    const others = { ...recent, id: 'W-2', payment_reference: 'ABCDEFGHJKLMN2', token: 'a card of nobody' };

    await deliver(3, recent, others);

    expect(await waitingNews(pool)).toEqual([{ mediumId, passengerId, seconds: 600 }]);
  });

  it('asks for one mail, however many fares and files there are, and does not put it off', async () => {
    await linkCard();
    await deliver(3, recent);
    await pool.query(`update graphile_worker._private_jobs set run_at = created_at + interval '5 seconds'`);

    await deliver(4, { ...recent, id: 'W-2', payment_reference: 'ABCDEFGHJKLMN2' });

    expect((await waitingNews(pool)).map(({ seconds }) => seconds)).toEqual([5]);
  });

  it('that settles a fare asks for a mail if one has told that the card is refused, and for none otherwise', async () => {
    const { passengerId } = await linkCard();
    await deliver(3, recent);
    await forgetJobs();
    await deliver(4, paid);
    const untold = await waitingNews(pool);
    await deliver(5, recent);
    await noteTold(passengerId);
    await forgetJobs();

    await deliver(6, paid);

    expect([untold, (await waitingNews(pool)).map((job) => job.mediumId)]).toEqual([[], [mediumId]]);
  });

  it('that changes nothing of a fare asks for no mail', async () => {
    await linkCard();
    await deliver(3, recent);
    await forgetJobs();

    await deliver(4, recent);
    await deliver(5, { ...recent, amount_to_settle: '400' });

    expect(await waitingNews(pool)).toEqual([]);
  });

  it('asks for no mail about a fare that is no news any more, as a long history has thousands', async () => {
    await linkCard();

    await deliver(3, { ...recent, open_date: daysAgo(15) });

    expect((await pool.query('select from debts')).rowCount).toBe(1);
    expect(await waitingNews(pool)).toEqual([]);
  });

  it('asks for no mail to an account that is deactivated', async () => {
    const { passengerId } = await linkCard();
    await pool.query(`update passengers set status = 'deactivated' where passenger_id = $1`, [passengerId]);

    await deliver(3, recent);

    expect(await waitingNews(pool)).toEqual([]);
  });
});

describe('a fare that is settled here', () => {
  it.each(['portal', 'worker'] as const)('asks for the mail that says so, also in the part %s', async (part) => {
    const { passengerId } = await linkCard();
    await deliver(3, recent);
    await noteTold(passengerId);
    await forgetJobs();
    const { rows } = await pool.query<{ payment_id: string }>('select payment_id from debts');
    const fare = { mediumId, paymentId: rows[0]?.payment_id ?? '' };

    const { pool: partPool } = contextOf(context, part);
    await transaction(partPool, (tx) => moveDebt(tx, { ...fare, event: 'delivered_paid', source: 'feed' }));

    expect((await waitingNews(pool)).map((job) => job.mediumId)).toEqual([mediumId]);
  });
});

it('other mails do not wait for the news of many cards', async () => {
  const cards = await Promise.all(Array.from({ length: 12 }, () => buildLinkedCard(testApp)));
  for (const card of cards) await buildOwed(pool, card.mediumId);
  const { passenger_id: passengerId, email } = await buildPassenger(pool);
  const already = mailServer.mails.length;

  await pool.query(`select wake_card_news($1, '{}', 0)`, [cards.map((card) => card.mediumId)]);
  await enqueueMail(pool, { mail: 'password-changed', id: randomUUID(), passengerId });
  const worker = await workerRole(context, pino({ level: 'silent' }));
  await Promise.all(cards.map((card) => mailServer.lastTo(card.email)));
  await worker.stop();

  const order = mailServer.mails.slice(already).map(({ to }) => to?.[0]?.address);
  expect(order).toHaveLength(13);
  // The worker sends four at the same time.
  expect(order.indexOf(email)).toBeLessThan(4);
});

it('from the file to the mailbox: a card is refused, and accepted again', async () => {
  const { email } = await linkCard();
  const hasten = () => pool.query('update graphile_worker._private_jobs set run_at = now()');
  const worker = await workerRole(context, pino({ level: 'silent' }));

  await deliver(3, recent);
  await hasten();
  const first = await mailServer.lastTo(email);
  await deliver(4, paid);
  await hasten();
  const second = await mailServer.lastTo(email, 2);
  await worker.stop();

  expect([first, second].map(({ subject }) => subject)).toEqual([
    'Your card “Blue” is refused',
    'Your card “Blue” is accepted again',
  ]);
  expect(first.text).toContain('£2.50 for trips of');
  expect(first.text).toContain('Readers refuse this card until this is settled.');
  const headers = new Map(first.headers.map(({ key, value }) => [key, value]));
  const { origin } = new URL(context.config.publicUrl);
  expect(headers.get('list-unsubscribe')).toMatch(
    new RegExp(`^<${origin}/public/api/v1/auth/card_news/one_click\\?token=[\\w-]+&language=en_CA>$`),
  );
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});
