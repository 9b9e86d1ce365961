import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildLinkedCard, buildOwed, daysAgo, newsMails, setState, waitingNews } from '../../../test/card-news.ts';
import { buildFormerMedium } from '../../../test/factories/cards.ts';
import { MailNotTaken } from '../../gateways/mail.ts';
import { transaction } from '../../lib/sql.ts';
import { wakeCardNews } from './wake-card-news.service.ts';

const testApp = await createTestApp([]);
const { pool } = testApp;
const refused = 'Your card “Blue” is refused';
const accepted = 'Your card “Blue” is accepted again';

/** A linked card with an unpaid fare of yesterday, and its mails. */
async function owingCard(fare: Parameters<typeof buildOwed>[2] = {}) {
  const linked = await buildLinkedCard(testApp);
  const payment = await buildOwed(pool, linked.mediumId, fare);
  const { mails, subjects, tell } = newsMails(testApp);
  return { ...linked, payment, mails, subjects, tell: () => tell(linked), tellThrough: tell };
}

describe('a card of which a fare is unpaid', () => {
  it('is told with its name, the amount, the day and a link to the card, and nothing else of it', async () => {
    const { email, card, payment, mails, tell } = await owingCard();

    await tell();

    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail).toMatchObject({ to: email, subject: refused, language: 'en-CA' });
    expect(mail?.text).toContain(
      `$7.40 for trips of ${payment.service_day.replaceAll('-', '/')} with your card “Blue”`,
    );
    expect(mail?.text).toContain(`/card?id=${card.card_id}\n`);
    const written = `${mail?.text}${mail?.html}${mail?.messageId}`;
    for (const hidden of [payment.srid, payment.payment_id, card.medium_id, '4242'])
      expect(written).not.toContain(hidden);
  });

  it('is told once of each fare, and of several fares in one mail', async () => {
    const { mediumId, mails, subjects, tell } = await owingCard();
    await buildOwed(pool, mediumId, { due_minor: 310 });
    await tell();
    await tell();
    await buildOwed(pool, mediumId, { due_minor: 205 });
    await tell();

    expect(subjects()).toEqual([refused, refused]);
    expect(mails.map(({ text }) => text.match(/\$\d\.\d\d/g)?.toSorted())).toEqual([['$3.10', '$7.40'], ['$2.05']]);
  });

  it('is told once by workers that do the job at the same time', async () => {
    const { subjects, tell } = await owingCard();

    await Promise.all(Array.from({ length: 8 }, tell));

    expect(subjects()).toEqual([refused]);
  });

  it('is told by no second mail if a worker dies while it sends the first', async () => {
    const { mediumId, passengerId, subjects, tell, tellThrough } = await owingCard();
    const { promise: isSending, resolve: begin } = Promise.withResolvers<void>();
    const dying = {
      send: () => {
        begin();
        return new Promise<never>(() => {});
      },
    };

    void tellThrough({ passengerId, mediumId }, dying);
    await isSending;
    await tell();

    expect(subjects()).toEqual([]);
  });

  it('is told in the language of the account', async () => {
    const { passengerId, mails, tell } = await owingCard();
    await pool.query(`update passengers set display_language = 'fr_CA' where passenger_id = $1`, [passengerId]);

    await tell();

    expect(mails[0]?.subject).toBe('Votre carte «\u00a0Blue\u00a0» est refusée');
    expect(mails[0]?.unsubscribeUrl).toMatch(/&language=fr_CA$/);
  });

  it('is told in the first language if the operator no longer offers that of the account, and so are its links', async () => {
    const { passengerId, mails, tell } = await owingCard();
    await pool.query(`update passengers set display_language = 'sk_SK' where passenger_id = $1`, [passengerId]);

    await tell();

    expect(mails[0]).toMatchObject({ subject: refused, unsubscribeUrl: expect.stringMatching(/&language=en_CA$/) });
  });

  it('is told when the mail server takes the mail again, as things are then', async () => {
    const { mediumId, subjects, tell, tellThrough, passengerId } = await owingCard();
    const away = { send: () => Promise.reject(new Error('the mail was not taken')) };

    await expect(tellThrough({ passengerId, mediumId }, away)).rejects.toThrow('not taken');
    await tell();

    expect(subjects()).toEqual([refused]);
  });

  it('is not told once the fare was settled while the mail server was away', async () => {
    const { mediumId, subjects, tell, tellThrough, passengerId } = await owingCard();
    const away = { send: () => Promise.reject(new Error('the mail was not taken')) };
    await expect(tellThrough({ passengerId, mediumId }, away)).rejects.toThrow('not taken');
    await setState(pool, mediumId, 'ready');

    await tell();

    expect(subjects()).toEqual([]);
  });

  it('is not told again if the mail server got the mail and did not say that it took it', async () => {
    const { mediumId, subjects, tell, tellThrough, passengerId } = await owingCard();
    const silent = { send: () => Promise.reject(new MailNotTaken('it is not known', 'unconfirmed')) };
    await expect(tellThrough({ passengerId, mediumId }, silent)).rejects.toThrow('not known');

    await tell();

    expect(subjects()).toEqual([]);
  });

  it('is told of a card that the bank has replaced, as the card that goes on', async () => {
    const { card, passengerId, email, mediumId } = await buildLinkedCard(testApp);
    const former = await buildFormerMedium(pool, card);
    await buildOwed(pool, former);
    const { mails, tell } = newsMails(testApp);

    await tell({ passengerId, mediumId: former });
    await setState(pool, former, 'ready');
    await tell({ passengerId, mediumId });

    expect(mails.map(({ subject }) => subject)).toEqual([refused, accepted]);
    expect(mails[0]).toMatchObject({ to: email, text: expect.stringContaining(`/card?id=${card.card_id}\n`) });
  });
});

describe('nothing is told of', () => {
  it.each([
    ['an account that is deactivated', `update passengers set status = 'deactivated' where passenger_id = $1`],
    ['an account that is closed', `update passengers set status = 'anonymised' where passenger_id = $1`],
    ['a card that was unlinked', 'delete from cards where passenger_id = $1'],
    ['a fare from before the card was linked', 'update cards set linked_at = now() where passenger_id = $1'],
    [
      'a fare of the time of another passenger',
      'insert into history_bounds select medium_id, now() from cards where passenger_id = $1',
    ],
    [
      'a card that readers refuse because it is lost',
      `update media set status = 'lost' where medium_id in (select medium_id from cards where passenger_id = $1)`,
    ],
    [
      'a fare that the passenger has just asked to pay',
      `update debts set state = 'requested' where medium_id in (select medium_id from cards where passenger_id = $1)`,
    ],
  ])('%s', async (_, change) => {
    const { passengerId, subjects, tell } = await owingCard();
    await pool.query(change, [passengerId]);

    await tell();

    expect(subjects()).toEqual([]);
  });

  it('an old fare, as an import of a long history or a replay brings it', async () => {
    const { passengerId, subjects, tell } = await owingCard({ opened_at: daysAgo(15) });
    await pool.query('update cards set linked_at = $2 where passenger_id = $1', [passengerId, daysAgo(300)]);

    await tell();

    expect(subjects()).toEqual([]);
  });

  it('a card that was linked again, or the same card of another passenger', async () => {
    const { card, passengerId, mediumId, subjects, tell, tellThrough } = await owingCard();
    const other = await buildLinkedCard(testApp);
    await pool.query('delete from cards where medium_id = $1', [mediumId]);
    await pool.query('update cards set medium_id = $1, linked_at = now() where passenger_id = $2', [
      mediumId,
      other.passengerId,
    ]);

    await tell();
    await tellThrough({ passengerId: other.passengerId, mediumId });

    expect([card.passenger_id, subjects()]).toEqual([passengerId, []]);
  });
});

describe('a card that is accepted again', () => {
  it('is told once, with a link to the card', async () => {
    const { card, mediumId, mails, subjects, tell } = await owingCard();
    await tell();
    await setState(pool, mediumId, 'ready');

    await Promise.all(Array.from({ length: 4 }, tell));

    expect(subjects()).toEqual([refused, accepted]);
    expect(mails[1]?.text).toContain(`/card?id=${card.card_id}\n`);
  });

  it('is not told to whom no mail said that it was refused', async () => {
    const { mediumId, subjects, tell } = await owingCard();
    await setState(pool, mediumId, 'ready');

    await tell();

    expect(subjects()).toEqual([]);
  });

  it('is told when the last fare is settled that keeps it from travelling, also one of which no mail told', async () => {
    const { mediumId, payment, subjects, tell } = await owingCard();
    const old = await buildOwed(pool, mediumId, { opened_at: daysAgo(20) });
    await tell();
    await setState(pool, mediumId, 'ready', payment.payment_id);
    await tell();
    const before = subjects();
    await setState(pool, mediumId, 'unblocking', old.payment_id);
    await tell();
    await setState(pool, mediumId, 'ready', old.payment_id);
    await tell();

    expect([before, subjects()]).toEqual([[refused], [refused, accepted]]);
  });

  it('is told when the mail server takes the mail again', async () => {
    const { passengerId, mediumId, subjects, tell, tellThrough } = await owingCard();
    await tell();
    await setState(pool, mediumId, 'ready');
    const away = { send: () => Promise.reject(new Error('the mail was not taken')) };

    await expect(tellThrough({ passengerId, mediumId }, away)).rejects.toThrow('not taken');
    await tell();

    expect(subjects()).toEqual([refused, accepted]);
  });

  describe('and of which the same fare is unpaid again within a day', () => {
    /** Told as refused, as accepted, and not yet as refused again. */
    async function owedAgain() {
      const owing = await owingCard();
      const { mediumId, passengerId, tell } = owing;
      await tell();
      await setState(pool, mediumId, 'ready');
      await tell();
      await setState(pool, mediumId, 'owed');
      await tell();
      const passHours = (hours: number) =>
        pool.query(`update card_news set accepted_at = accepted_at - $2 * interval '1 hour' where passenger_id = $1`, [
          passengerId,
          hours,
        ]);
      const waits = async () =>
        (await waitingNews(pool)).filter((job) => job.passengerId === passengerId).map(({ seconds }) => seconds);
      return { ...owing, passHours, waits };
    }

    it('is told as refused a day later, without any other change of the card', async () => {
      const { subjects, tell, passHours, waits } = await owedAgain();
      const before = [subjects(), await waits()];
      await passHours(23.75);
      await tell();
      const [shortlyBefore, ...others] = await waits();
      await passHours(0.25);
      await tell();

      expect(before).toEqual([[refused, accepted], [3600]]);
      expect([shortlyBefore, others]).toEqual([expect.closeTo(900, -2), []]);
      expect(subjects()).toEqual([refused, accepted, refused]);
    });

    it('is told of another fare meanwhile as soon as of any, and still of that one later', async () => {
      const { mediumId, mails, tell, waits } = await owedAgain();
      await buildOwed(pool, mediumId, { due_minor: 310 });
      await transaction(pool, (tx) => wakeCardNews(tx, { refused: [mediumId], settled: [] }));
      const asked = await waits();
      await tell();

      expect(asked).toEqual([600]);
      expect(mails.map(({ text }) => text.match(/\$\d\.\d\d/g))).toEqual([['$7.40'], null, ['$3.10']]);
    });

    it('is not looked at again once the fare is settled', async () => {
      const { mediumId, tell, waits } = await owedAgain();
      await setState(pool, mediumId, 'ready');
      await pool.query('delete from graphile_worker._private_jobs');
      await tell();

      expect(await waits()).toEqual([]);
    });
  });
});
