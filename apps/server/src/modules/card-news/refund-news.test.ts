import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildLinkedCard, daysAgo, newsMails, waitingNews } from '../../../test/card-news.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { MailNotTaken } from '../../gateways/mail.ts';
import { transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import { applyRefundOutcome } from '../refunds/apply-refund-outcome.service.ts';
import { settleRefunds } from '../refunds/settle-refunds.service.ts';

const testApp = await createTestApp([]);
const { pool, context } = testApp;
const worker = contextOf(context, 'worker');
const back = 'Money came back to your card “Blue”';
const undone = 'A refund to your card “Blue” did not last';

/** A linked card with a payment of two days ago, and the mails about its refunds. */
async function paidCard() {
  const linked = await buildLinkedCard(testApp);
  const { mediumId } = linked;
  const payment = await buildPayment(pool, { medium_id: mediumId, opened_at: daysAgo(2) });
  const { mails, subjects, tell } = newsMails(testApp, 'refund-news');
  /** A refund as a delivery brings it: a movement, and a line of the history. */
  const deliver = async (at = daysAgo(1), amountMinor = 250) => {
    const id = randomUUID();
    const own = { medium_id: mediumId, srid: payment.srid };
    await buildSettlement(pool, {
      ...own,
      settlement_id: id,
      kind: 'refund',
      direction: 'credit',
      amount_minor: amountMinor,
      requested_at: at,
    });
    await buildPayment(pool, {
      ...{ ...own, payment_id: id, opened_at: at, reason: 'refund', due_minor: 0 },
      paid_minor: -amountMinor,
    });
    return id;
  };
  /** A refund of 3.70 that the bank has done for us. */
  const giveBack = async () => {
    const { refund_id: refundId } = await buildRefund(pool, payment, { requested_at: daysAgo(0) });
    const bankReference = randomUUID();
    const given = { state: 'refunded', amountMinor: 370, currency: 'CAD', bankReference } as const;
    await applyRefundOutcome(worker, { mediumId, refundId }, given);
    return { refundId, bankReference };
  };
  const withdraw = (id: string) =>
    pool.query('delete from payments where medium_id = $1 and payment_id = $2', [mediumId, id]);
  return {
    ...linked,
    payment,
    mails,
    subjects,
    deliver,
    giveBack,
    withdraw,
    tell: () => tell(linked),
    tellThrough: tell,
  };
}

describe('a refund', () => {
  it('that the bank did is told with the card, the amount, the day, the reason, the statement and a link to the payment', async () => {
    const { email, card, payment, mails, giveBack, tell } = await paidCard();
    await giveBack();

    await tell();

    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: email, subject: back, language: 'en-CA' });
    const day = payment.service_day.replaceAll('-', '/');
    expect(mails[0]?.text).toContain(
      `$3.70 of your payment of ${day} was refunded to your card “Blue”. Reason: Delay. On your statement it is a credit with the reference OCT*${payment.srid}.`,
    );
    expect(mails[0]?.text).toContain(`/card/payments-history/${card.card_id}?open=${payment.payment_id}\n`);
    expect(mails[0]?.unsubscribeUrl).toContain('/card_news/one_click?token=');
  });

  it('that a delivery brings is told once, and several in one mail', async () => {
    const { subjects, mails, deliver, tell } = await paidCard();
    await deliver();
    await deliver(daysAgo(0.5), 110);
    await tell();
    await tell();
    await deliver(daysAgo(0.2), 90);
    await tell();

    expect(subjects()).toEqual([back, back]);
    expect(mails.map(({ text }) => text.match(/\$\d\.\d\d/g)?.toSorted())).toEqual([['$1.10', '$2.50'], ['$0.90']]);
  });

  it('of ours that a delivery brings later is told once', async () => {
    const { mediumId, payment, subjects, deliver, giveBack, tell } = await paidCard();
    await giveBack();
    await tell();
    const id = await deliver(daysAgo(0), 370);
    await transaction(worker.pool, (tx) => settleRefunds(tx, [{ mediumId, srid: payment.srid ?? '' }]));

    await tell();

    const { rows } = await pool.query('select delivered_id from refunds where medium_id = $1', [mediumId]);
    expect([rows, subjects()]).toEqual([[{ delivered_id: id }], [back]]);
  });

  it('is told once by workers that do the job at the same time, and asked for by whoever ends it', async () => {
    const { passengerId, mediumId, subjects, giveBack, tell } = await paidCard();
    await giveBack();
    const asked = await waitingNews(pool, 'refund-news');

    await Promise.all(Array.from({ length: 8 }, tell));

    expect(asked.filter((job) => job.passengerId === passengerId)).toEqual([{ mediumId, passengerId, seconds: 600 }]);
    expect(subjects()).toEqual([back]);
  });

  it.each([
    ['a mail server that does not take it', () => Promise.reject(new Error('not taken')), [back]],
    [
      'a mail server that does not say whether it took it',
      () => Promise.reject(new MailNotTaken('?', 'unconfirmed')),
      [],
    ],
  ])('is given to %s, and told again only if nobody got it', async (_, send, later) => {
    const { passengerId, mediumId, subjects, deliver, tell, tellThrough } = await paidCard();
    await deliver();

    await expect(tellThrough({ passengerId, mediumId }, { send })).rejects.toThrow();
    await tell();

    expect(subjects()).toEqual(later);
  });

  it('is told by no second mail if a worker dies while it sends the first', async () => {
    const { passengerId, mediumId, subjects, deliver, tell, tellThrough } = await paidCard();
    await deliver();
    const { promise: isSending, resolve: begin } = Promise.withResolvers<void>();
    const send = () => {
      begin();
      return new Promise<never>(() => {});
    };

    void tellThrough({ passengerId, mediumId }, { send });
    await isSending;
    await tell();

    expect(subjects()).toEqual([]);
  });

  it.each([
    ['of an account that is closed', `update passengers set status = 'anonymised' where passenger_id = $1`],
    ['to a card that was unlinked', 'delete from cards where passenger_id = $1'],
    ['from before the card was linked', 'update cards set linked_at = now() where passenger_id = $1'],
    [
      'of a payment of another passenger’s time',
      `insert into history_bounds select medium_id, now() - interval '30 hours' from cards where passenger_id = $1`,
    ],
    ['that the passenger does not want', `update passengers set unwanted_news = '{refunded}' where passenger_id = $1`],
    [
      'of more than two weeks ago',
      `update payments set opened_at = opened_at - interval '14 days' where reason = 'refund' and medium_id in (select medium_id from cards where passenger_id = $1)`,
    ],
  ])('%s is not told', async (_, change) => {
    const { passengerId, subjects, deliver, tell } = await paidCard();
    await pool.query('update cards set linked_at = $2 where passenger_id = $1', [passengerId, daysAgo(300)]);
    await deliver();
    await pool.query(change, [passengerId]);

    await tell();

    expect(subjects()).toEqual([]);
  });

  it('that came while its mails were off is not told when they are on again, and nor is that it did not last', async () => {
    const { passengerId, subjects, deliver, withdraw, tell } = await paidCard();
    const choose = (off: string) =>
      pool.query('update passengers set unwanted_news = $2 where passenger_id = $1', [passengerId, off]);
    await choose('{refunded}');
    const id = await deliver();
    await tell();
    await choose('{}');
    await tell();
    await withdraw(id);

    await tell();

    expect(subjects()).toEqual([]);
  });
});

describe('a refund that was told', () => {
  it('and whose money came back to the bank is told once as such', async () => {
    const { mediumId, mails, subjects, giveBack, tell } = await paidCard();
    const { refundId, bankReference } = await giveBack();
    await tell();
    const returned = { state: 'returned', amountMinor: 370, currency: 'CAD', declineCode: 'card_blocked' } as const;
    await applyRefundOutcome(worker, { mediumId, refundId }, { ...returned, bankReference });

    await Promise.all([tell(), tell(), tell()]);

    expect(subjects()).toEqual([back, undone]);
    expect(mails[1]?.text).toContain('Your bank did not accept the money and sent it back.');
    expect(mails[1]?.messageId).not.toBe(mails[0]?.messageId);
  });

  it('and that a delivery withdraws is told once as such, and told again as made at most a day later', async () => {
    const { passengerId, mails, subjects, deliver, withdraw, tell } = await paidCard();
    const id = await deliver();
    await tell();
    await withdraw(id);
    await tell();
    await tell();
    const { rows } = await pool.query(
      `update refund_news set told_at = told_at - interval '25 hours', refund_id = $2 where passenger_id = $1 returning 1`,
      [passengerId, await deliver()],
    );
    await tell();

    expect(subjects()).toEqual([back, undone, back]);
    expect(mails[1]?.text).toContain('has withdrawn this refund.');
    expect(rows).toHaveLength(1);
  });

  it('is said to be undone to nobody who was not told of it', async () => {
    const { subjects, deliver, withdraw, tell } = await paidCard();
    await withdraw(await deliver());

    await tell();

    expect(subjects()).toEqual([]);
  });
});
