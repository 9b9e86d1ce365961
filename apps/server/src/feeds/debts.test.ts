import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { exported, tap, window } from '../../test/corrected-feed.ts';
import { feedDebts, unpaid } from '../../test/feed-debts.ts';
import { emptyTables, importInto, london, mediumKey, temporaryFolder } from '../../test/feed-fixture.ts';
import { untilWaiting } from '../../test/row-queue.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { transaction } from '../lib/sql.ts';
import { enghouse } from './enghouse/format.ts';
import { importFolder } from './import-folder.ts';
import { Importer } from './importer.ts';
import { replayFiles } from './replay.ts';

const { pool, url } = await createTestDatabase();
beforeEach(async () => await emptyTables(pool));

const { debts, debt, events, told, deliver, changeTo } = feedDebts({ pool, url });

const paid = { ...window, amount_settled: '250', stage: 'Closed' };
const later = { ...unpaid, id: 'W-2', payment_reference: 'ABCDEFGHJKLMN2', open_date: '2025-06-05T12:00:00Z' };

/** Unpaid windows, two of each card. */
const windowsOf = (fares: number) =>
  Array.from({ length: fares }, (_, fare) => {
    const number = String(fare).padStart(4, '0');
    return {
      ...unpaid,
      id: `W-${number}`,
      payment_reference: `ABCDEFGHJK${number}`,
      token: `card ${fare % (fares / 2)}`,
    };
  });

describe('an unpaid payment window', () => {
  it('is one unpaid fare of its card, although it is delivered several times', async () => {
    await deliver(3, unpaid, later);
    await deliver(4, unpaid);
    await deliver(5, unpaid, later);

    expect(await debts()).toMatchObject([
      { srid: 'ABCDEFGHJKLMN1', due: 250, currency: 'GBP', state: 'owed', version: 1 },
      { srid: 'ABCDEFGHJKLMN2', due: 250, currency: 'GBP', state: 'owed', version: 1 },
    ]);
    expect(await events()).toEqual(Array(2).fill('feed: delivered_unpaid 250 → owed'));
  });

  it('owes what is missing after a partial payment, and follows the newest delivery', async () => {
    await deliver(3, unpaid);
    await deliver(5, { ...unpaid, amount_to_settle: '400', amount_settled: '100' });
    await deliver(4, { ...unpaid, amount_to_settle: '990' });

    expect(await debt()).toMatchObject({ due: 300, state: 'owed' });
    expect(await events()).toEqual(['feed: delivered_unpaid 250 → owed', 'feed: delivered_unpaid 300 → owed']);
  });

  it('is settled when it is delivered as paid, and owed again when a delivery withdraws the payment', async () => {
    await deliver(3, unpaid);
    await deliver(4, paid);
    expect(await debt()).toMatchObject({ due: 250, state: 'ready' });

    await deliver(5, unpaid);

    expect(await debt()).toMatchObject({ due: 250, state: 'owed', version: 3 });
    expect(await events()).toEqual([
      'feed: delivered_unpaid 250 → owed',
      'feed: delivered_paid 250 → ready',
      'feed: delivered_unpaid 250 → owed',
    ]);
  });

  it('makes no unpaid fare when its delivery as paid came first', async () => {
    await deliver(4, paid);
    await deliver(3, unpaid);

    expect(await debts()).toEqual([]);
    expect(await events()).toEqual([]);
  });

  it('keeps its unpaid fare when a newer delivery opens it at another time', async () => {
    await deliver(3, unpaid);
    await deliver(4, { ...unpaid, open_date: '2025-06-02T09:00:00Z' });

    expect(Date.parse((await debt())?.opened ?? '')).toBe(Date.parse('2025-06-02T09:00:00Z'));
    expect(await events()).toHaveLength(1);
  });

  it('takes the currency of its first tap, which may come later', async () => {
    await deliver(3, unpaid);
    await importInto(url, exported(temporaryFolder(), 'tap', 3, [{ ...tap, currency: '124' }]));

    expect(await debt()).toMatchObject({ currency: 'CAD', state: 'owed' });
  });

  it('is told to the back office with as few statements among many as alone, those of one card in the order of their rows', async () => {
    const statements: number[] = [];
    for (const fares of [2, 600]) {
      await emptyTables(pool);
      const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
      onTestFinished(() => importer.close());
      const sent = vi.spyOn(importer.client, 'query');
      await importFolder(importer, exported(temporaryFolder(), 'pw', 3, windowsOf(fares)), { format: enghouse });
      statements.push(sent.mock.calls.length);
    }

    const { rows } = await pool.query<{ srids: string[] }>(
      'select array_agg(srid order by message_number) as srids from back_office_messages group by medium_id',
    );
    expect(rows).toHaveLength(300);
    for (const { srids } of rows) expect(srids).toEqual(srids.toSorted());
    expect(await told()).toHaveLength(600);
    expect(statements[1]).toBe(statements[0]);
  });

  it('does not change when the files are read again', async () => {
    await deliver(3, unpaid, later);
    await deliver(4, paid);
    const before = [await debts(), await events()];

    const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
    await replayFiles(importer, undefined, () => {});
    await importer.close();

    expect([await debts(), await events()]).toEqual(before);
  });
});

describe('an unpaid fare that the back office settles without all of its money', () => {
  const partlyPaid = { ...unpaid, amount_settled: '100' };

  it.each([
    ['lowers what is due to what was paid', partlyPaid, { amount_to_settle: '100', amount_settled: '100' }, 150, 150],
    ['closes the window with its rest', partlyPaid, { amount_settled: '100' }, 150, 150],
    ['collects a part of the rest', partlyPaid, { amount_to_settle: '200', amount_settled: '200' }, 150, 50],
    ['collects a part of a fare that was not paid at all', unpaid, { amount_settled: '100' }, 250, 150],
    ['lowers what is due to nothing', unpaid, { amount_to_settle: '0', amount_settled: '0' }, 250, 250],
  ])('says how much of it nobody paid when it %s', async (_, before, after, due, writtenOff) => {
    await deliver(3, before);
    await deliver(4, { ...before, ...after, stage: 'Closed' });

    expect(await debt()).toMatchObject({ due, writtenOff, state: 'ready' });
    expect((await events()).at(-1)).toBe(`feed: written_off ${writtenOff} → ready`);
  });

  it.each([
    ['the bank is still to answer', 'Closed'],
    ['it has a state that we do not know', 'Pondering'],
  ])('is not called written off while %s', async (_, stage) => {
    await deliver(3, unpaid);
    await deliver(4, { ...unpaid, stage });

    expect((await events()).at(-1)).toBe('feed: delivered_paid 250 → ready');
  });

  it('is paid after all when a later delivery says so, and owed as a whole when one asks for it again', async () => {
    await deliver(3, unpaid);
    await deliver(4, { ...unpaid, stage: 'Closed' });
    expect(await debt()).toMatchObject({ writtenOff: 250, state: 'ready' });

    await deliver(5, { ...paid, amount_settled: '200' });
    expect(await debt()).toMatchObject({ writtenOff: 50, state: 'ready' });

    await deliver(6, unpaid);
    expect(await debt()).toMatchObject({ due: 250, writtenOff: 0, state: 'owed' });
  });

  it.each(['approved', 'unblocking', 'ready'])(
    'is not written off if we had the bank collect it (%s)',
    async (state) => {
      await deliver(3, unpaid);
      await changeTo(state);

      await deliver(4, { ...unpaid, stage: 'Closed' });
      await deliver(5, paid);

      expect(await debt()).toMatchObject({ due: 250, writtenOff: 0, state: 'ready' });
    },
  );

  it('is noted while the bank is asked', async () => {
    await deliver(3, partlyPaid);
    await changeTo('submitting');

    await deliver(4, { ...partlyPaid, stage: 'Closed' });

    expect(await debt()).toMatchObject({ due: 150, writtenOff: 150, state: 'submitting', unpaid: false });
  });
});

describe('the back office', () => {
  it('gets one message each time a fare becomes owed', async () => {
    await deliver(3, unpaid, later);
    await deliver(4, unpaid);
    await deliver(5, paid);
    await deliver(6, { ...unpaid, amount_to_settle: '300' });

    expect(await told()).toEqual([
      'access_denied ABCDEFGHJKLMN1 250',
      'access_denied ABCDEFGHJKLMN1 300',
      'access_denied ABCDEFGHJKLMN2 250',
    ]);
  });

  it('gets no message about a fare without a reference', async () => {
    await deliver(3, { ...unpaid, payment_reference: '' });

    expect(await debts()).toHaveLength(1);
    expect(await told()).toEqual([]);
  });
});

describe('a delivery that comes while the fare is being collected', () => {
  it.each(['submitting', 'unknown'])(
    'does not settle a fare that the bank is asked about (%s), but notes the delivery',
    async (state) => {
      await deliver(3, unpaid);
      await changeTo(state);

      await deliver(4, paid);

      expect(await debt()).toMatchObject({ state, unpaid: false });
      expect(await events()).toHaveLength(2);
    },
  );

  it.each(['requested', 'declined', 'approved', 'unblocking'])(
    'lets the card travel when it says that a fare is paid (%s)',
    async (state) => {
      await deliver(3, unpaid);
      await changeTo(state);

      await deliver(4, paid);

      expect(await debt()).toMatchObject({ state: 'ready' });
    },
  );

  it('corrects the amount owed beside the collection', async () => {
    await deliver(3, unpaid);
    await changeTo('requested');

    await deliver(4, { ...unpaid, amount_to_settle: '400' });

    expect(await debt()).toMatchObject({ due: 400, state: 'requested' });
    expect((await events()).at(-1)).toBe('feed: delivered_unpaid 400 → requested');
  });

  it.each(['approved', 'unblocking', 'ready'])(
    'does not ask the passenger again for money that the bank took and the back office does not know yet (%s)',
    async (state) => {
      await deliver(3, unpaid);
      await changeTo(state);

      await deliver(4, unpaid);
      await deliver(5, { ...unpaid, amount_to_settle: '400' });

      expect(await debt()).toMatchObject({ due: 250, state });
    },
  );

  it.each(['approved', 'unblocking', 'ready'])(
    'asks for the rest when the back office has counted what the bank took and more is due (%s)',
    async (state) => {
      await deliver(3, unpaid);
      await changeTo(state);

      await deliver(4, { ...unpaid, amount_to_settle: '400', amount_settled: '250' });

      expect(await debt()).toMatchObject({ due: 150, state: 'owed' });
      expect(await told()).toEqual(['access_denied ABCDEFGHJKLMN1 250', 'access_denied ABCDEFGHJKLMN1 150']);
    },
  );

  it('loses no change of a passenger that is written while the delivery waits', async () => {
    await deliver(3, unpaid);
    let delivered: Promise<void> | undefined;

    await transaction(pool, async (tx) => {
      await tx.query(
        `with changed as (update debts set state = 'requested', version = version + 1 returning *)
        insert into debt_events (medium_id, payment_id, version, event, state, amount_minor, currency, source, at)
        select medium_id, payment_id, version, 'request', state, due_minor, currency, 'passenger', now() from changed`,
      );
      delivered = deliver(4, { ...unpaid, amount_to_settle: '400' });
      await untilWaiting(pool, 1);
    });
    await delivered;

    expect(await debt()).toMatchObject({ due: 400, state: 'requested', version: 3 });
    expect(await events()).toEqual([
      'feed: delivered_unpaid 250 → owed',
      'passenger: request 250 → requested',
      'feed: delivered_unpaid 400 → requested',
    ]);
  });
});
