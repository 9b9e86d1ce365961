import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildLinkedCard, buildOwed, monthMails } from '../../../test/card-news.ts';
import { buildPassenger } from '../../../test/factories/passengers.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { MailNotTaken } from '../../gateways/mail.ts';
import { contextOf } from '../../plugins/context.ts';
import { askForMonths } from './ask-for-months.service.ts';

const testApp = await createTestApp([]);
const { pool, context } = testApp;
const worker = contextOf(context, 'worker');
const onDay = (day: string) => ({ now: () => new Date(day) });
const { mails, tell: tellAt } = monthMails(testApp);
const subject = 'Your trips and charges: March 2026';

const want = (passengerId: string) =>
  pool.query('insert into month_mails (passenger_id, is_wanted) values ($1, true)', [passengerId]);

/** A passenger who wants the mail, and whose card had two trips and a refund in March. */
async function marchTraveller() {
  const linked = await buildLinkedCard(testApp);
  const { mediumId, passengerId } = linked;
  await pool.query(`update cards set linked_at = '2026-01-01' where passenger_id = $1`, [passengerId]);
  await want(passengerId);
  const paid = { medium_id: mediumId, opened_at: '2026-03-10T12:00:00Z' };
  const payment = await buildPayment(pool, paid);
  for (const started_at of ['2026-03-10T12:00:00Z', '2026-03-10T18:00:00Z'])
    await buildTrip(pool, { medium_id: mediumId, srid: payment.srid, started_at, from_name: 'Secret Street' });
  await buildPayment(pool, {
    ...{ medium_id: mediumId, opened_at: '2026-03-12T12:00:00Z', srid: payment.srid },
    ...{ reason: 'refund', due_minor: 0, paid_minor: -250 },
  });
  const sent = () => mails.filter(({ to }) => to === linked.email);
  const tell = (gateway?: Parameters<typeof tellAt>[2]) => tellAt(passengerId, onDay('2026-04-02T16:00:00Z'), gateway);
  return { ...linked, payment, sent, tell };
}

afterEach(async () => {
  await pool.query('delete from graphile_worker._private_jobs');
});

describe('the mail about a month', () => {
  it('has trips, charges, refunds, unpaid fares and the lines of the statement of each card, no place, and a link to the payments', async () => {
    const { mediumId, payment, sent, tell } = await marchTraveller();
    await buildOwed(pool, mediumId, { opened_at: '2026-04-01T12:00:00Z', due_minor: 310 });

    await tell();

    const [mail] = sent();
    expect(mail?.subject).toBe(subject);
    expect(mail?.text).toContain(
      'Blue\n\n- 2 trips\n- Charged: $7.40\n- Refunded: $2.50\n- Not paid yet: $3.10\n\nOn your statement:\n\n' +
        `- 2026/03/10 · OCT*${payment.srid} · $7.40\n- 2026/03/12 · OCT*${payment.srid} · -$2.50\n`,
    );
    expect(mail?.text).toMatch(/\/card\/payments-history\?from=2026-03-01T\S+&to=2026-04-01T\S+\n/);
    expect(`${mail?.text}${mail?.html}`).not.toContain('Secret');
    expect(mail?.unsubscribeUrl).toContain('/card_news/one_click?token=');
  });

  it('adds no amounts of two currencies, and lists twelve lines', async () => {
    const { mediumId, sent, tell } = await marchTraveller();
    for (let day = 10; day < 24; day += 1)
      await buildPayment(pool, { medium_id: mediumId, opened_at: `2026-03-${day}T15:00:00Z`, currency: 'USD' });

    await tell();

    expect(sent()[0]?.text).toContain('- Charged: $7.40\n- Charged: US$103.60\n- Refunded: $2.50\n');
    expect(sent()[0]?.text).toContain('- and 4 more lines\n');
    expect(sent()[0]?.text.match(/OCT\*/g)).toHaveLength(12);
  });

  it('comes once, also from workers that do the job at the same time', async () => {
    const { sent, tell } = await marchTraveller();

    await Promise.all(Array.from({ length: 8 }, () => tell()));
    await tell();

    expect(sent()).toHaveLength(1);
  });

  it('comes later if the mail server does not take it, and never twice if it did not say that it took it', async () => {
    const [one, other] = [await marchTraveller(), await marchTraveller()];
    await expect(one.tell({ send: () => Promise.reject(new Error('not taken')) })).rejects.toThrow('not taken');
    const unsure = new MailNotTaken('not known', 'unconfirmed');
    await expect(other.tell({ send: () => Promise.reject(unsure) })).rejects.toThrow('not known');

    await one.tell();
    await other.tell();

    expect([one.sent().length, other.sent().length]).toEqual([1, 0]);
  });

  it.each([
    ['turned it off since', 'update month_mails set is_wanted = false where passenger_id = $1'],
    ['closed the account', `update passengers set status = 'anonymised' where passenger_id = $1`],
    ['unlinked the card', 'delete from cards where passenger_id = $1'],
    [
      'had no trip',
      'update trips set srid = null where medium_id in (select medium_id from cards where passenger_id = $1)',
    ],
  ])('does not come to who %s', async (_, change) => {
    const { passengerId, sent, tell } = await marchTraveller();
    await pool.query(change, [passengerId]);

    await tell();

    expect(sent()).toEqual([]);
  });

  it.each(['account-edit.card-news', 'card-payments-history-table'] as const)(
    'does not come where the operator withholds %s',
    async (entry) => {
      const { sent, tell } = await marchTraveller();
      onTestFinished(() => {
        context.config.withheldPermissions = [];
      });
      context.config.withheldPermissions = [entry];

      await tell();

      expect(sent()).toEqual([]);
    },
  );

  it('does not come a month late', async () => {
    const { passengerId, sent } = await marchTraveller();

    await tellAt(passengerId, onDay('2026-05-02T16:00:00Z'));

    expect(sent()).toEqual([]);
  });
});

describe('the mails about a month are asked for', () => {
  const asked = async () =>
    (
      await pool.query(
        `select payload->>'passengerId' as id, payload->>'month' as month from graphile_worker._private_jobs
        where payload->>'mail' = 'month-news' order by 1`,
      )
    ).rows;
  const ask = (day: string) => askForMonths({ ...worker, clock: onDay(day) });

  /** Two passengers who want them: one whose turn comes in the first half of the day, and one in the second. */
  async function two() {
    await pool.query('delete from month_mails');
    const ids = ['10000000-0000-4000-8000-00000000000a', 'f0000000-0000-4000-8000-00000000000a'];
    for (const passenger_id of ids) {
      const known = await pool.query('select from passengers where passenger_id = $1', [passenger_id]);
      if (known.rowCount === 0) await buildPassenger(pool, { passenger_id });
      await want(passenger_id);
    }
    await pool.query(`update month_mails set second_of_day = case when passenger_id = $1 then 3600 else 80000 end`, [
      ids[0],
    ]);
    return ids;
  }

  it.each([
    ['2026-04-01T23:00:00-04:00', []],
    ['2026-04-02T12:00:00-04:00', [0]],
    ['2026-04-04T12:00:00-04:00', [0, 1]],
    ['2026-04-09T12:00:00-04:00', []],
  ])('%s: over a day, and what was missed in the week', async (day, expected) => {
    const ids = await two();

    await ask(day);

    expect(await asked()).toEqual(expected.map((index) => ({ id: ids[index], month: '2026-03' })));
  });

  it('once, also by workers that ask at the same time, and again in the next month', async () => {
    const ids = await two();
    await Promise.all(Array.from({ length: 6 }, () => ask('2026-04-05T12:00:00Z')));
    const first = await asked();
    await pool.query('delete from graphile_worker._private_jobs');
    await ask('2026-04-06T12:00:00Z');
    const again = await asked();
    await ask('2026-05-05T12:00:00Z');

    expect([first.map(({ id }) => id), again, (await asked()).map(({ month }) => month)]).toEqual([
      ids,
      [],
      ['2026-04', '2026-04'],
    ]);
  });
});
