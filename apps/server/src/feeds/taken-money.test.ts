import { beforeEach, describe, expect, it } from 'vitest';
import { exported } from '../../test/corrected-feed.ts';
import { feedDebts, unpaid } from '../../test/feed-debts.ts';
import { emptyTables, importInto, temporaryFolder, travelRows } from '../../test/feed-fixture.ts';
import { oneOutcome } from '../../test/one-outcome.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(async () => await emptyTables(pool));
const { debts, debt, events, told, deliver, changeTo } = feedDebts({ pool, url });

describe('an unpaid payment window of which the bank took the money', () => {
  const move = {
    ...{ id: 'X-1', operation: 'DEBT_RECOVERY_AUTO', timestamp: '2025-06-03T12:00:00Z', amount: '250' },
    ...{ payment_reference: unpaid.payment_reference, token: unpaid.token, operatorid: '77', spdh_response: '000' },
  };
  const charge = async (day: number, ...rows: Record<string, string>[]) =>
    await importInto(url, exported(temporaryFolder(), 'tx', day, rows));

  it('is not owed, and the back office gets no message', async () => {
    await charge(3, move);
    await deliver(3, unpaid);

    expect(await debts()).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it('is not owed for a moment when both are in one export', async () => {
    const folder = temporaryFolder();
    exported(folder, 'pw', 3, [unpaid]);
    exported(folder, 'tx', 3, [move]);
    await importInto(url, folder);

    expect(await debts()).toMatchObject([{ state: 'ready' }]);
    expect(await told()).toEqual([]);
  });

  it('is settled when the movement comes, although the window still calls it unpaid', async () => {
    await deliver(3, unpaid);
    await charge(4, move);
    await deliver(5, unpaid);

    expect(await debt()).toMatchObject({ state: 'ready', unpaid: false });
  });

  it('is paid by a movement that comes after the window was closed without an amount', async () => {
    await deliver(3, unpaid);
    await deliver(4, { ...unpaid, stage: 'Closed' });
    expect(await debt()).toMatchObject({ writtenOff: 250, state: 'ready' });

    await charge(5, move);

    expect(await debt()).toMatchObject({ writtenOff: 0, state: 'ready' });
  });

  it('is owed without what the bank took, and paid when it took all, also after a refund', async () => {
    await deliver(3, unpaid);
    await charge(3, { ...move, amount: '200' }, { ...move, id: 'X-2', amount: '9', spdh_response: '005' });
    expect(await debt()).toMatchObject({ due: 50, state: 'owed', unpaid: true });
    expect((await events()).at(-1)).toBe('feed: delivered_unpaid 50 → owed');

    await charge(4, { ...move, id: 'X-3', amount: '50' });
    expect(await debt()).toMatchObject({ state: 'ready' });
    await charge(5, { ...move, id: 'X-4', operation: 'REFUND' });
    expect(await debt()).toMatchObject({ state: 'ready' });
  });

  it('is sent to the back office with the rest only, also when the window counts the same money', async () => {
    await charge(3, { ...move, amount: '200' });
    await deliver(3, { ...unpaid, amount_settled: '150' });

    expect(await debt()).toMatchObject({ due: 50, state: 'owed' });
    expect(await told()).toEqual(['access_denied ABCDEFGHJKLMN1 50']);
  });

  it.each([
    ['', '250', []],
    ['', '200', [{ due: 50, state: 'owed' }]],
    ['ABCDEFGHJKLMN2', '250', []],
  ])(
    'owes no more when an older window comes late that had the reference "%s", after %s was taken',
    async (before, amount, owed) => {
      await charge(5, { ...move, amount });
      await deliver(5, unpaid);
      const messages = await told();

      await deliver(3, { ...unpaid, payment_reference: before });

      expect(await debts()).toMatchObject(owed);
      expect(await told()).toEqual(messages);
    },
  );

  it('in part does not reopen a fare that the passenger has paid in the meantime', async () => {
    await deliver(3, unpaid);
    await changeTo('ready');

    await charge(4, { ...move, amount: '200' });
    await deliver(5, { ...unpaid, amount_settled: '200' });

    expect(await debt()).toMatchObject({ due: 250, state: 'ready' });
  });

  it.each(['approved', 'unblocking', 'ready'])(
    'in part, with the rest paid by the passenger, is not asked for again when the window counts that part (%s)',
    async (state) => {
      await charge(3, { ...move, amount: '200' });
      await deliver(3, unpaid);
      await changeTo(state);

      await deliver(4, { ...unpaid, amount_settled: '200' });

      expect(await debt()).toMatchObject({ due: 50, state });
    },
  );
});

describe('a charge that is withdrawn or moved to another window', { timeout: 60_000 }, () => {
  const charge = {
    ...{ id: 'X-1', operation: 'ONLINE_CLEARING', timestamp: '2025-06-03T12:00:00Z', amount: '250' },
    ...{ payment_reference: unpaid.payment_reference, token: unpaid.token, operatorid: '77', spdh_response: '000' },
  };
  const inEveryOrder = async (corrected: Record<string, string>) => {
    const folder = temporaryFolder();
    const files = [
      exported(folder, 'tx', 3, [charge]),
      exported(folder, 'pw', 3, [unpaid]),
      exported(folder, 'tx', 4, [{ ...charge, ...corrected }]),
    ];
    return await oneOutcome({ pool, url }, files, async () => ({
      rows: await travelRows(pool),
      told: [...new Set(await told())],
    }));
  };

  it.each([
    ['is refused after all', { spdh_response: '005' }],
    ['has another reference', { payment_reference: 'ABCDEFGHJKLMN2' }],
    ['has no reference any more', { payment_reference: '' }],
  ])('leaves the fare owed when it %s, in every order', async (_, corrected) => {
    const outcome = await inEveryOrder(corrected);

    expect(outcome.rows.debts).toMatchObject([{ srid: unpaid.payment_reference, state: 'owed', due_minor: 250 }]);
    expect(outcome.rows.service_references).toMatchObject([{ paid: false, charged_minor: null, amount_minor: 250 }]);
    expect(outcome.told).toEqual(['access_denied ABCDEFGHJKLMN1 250']);
  });
});
