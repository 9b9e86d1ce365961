import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { exported, fare, tap, window } from '../../test/corrected-feed.ts';
import { insertRow } from '../../test/factories/insert-row.ts';
import { emptyTables, importInto, temporaryFolder } from '../../test/feed-fixture.ts';
import { actMeanwhile, untilWaiting } from '../../test/row-queue.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { transaction } from '../lib/sql.ts';
import { ensureThisMonth } from '../modules/bank-tries/money-jobs.service.ts';
import { obeyRefund } from '../modules/refunds/obey-refund.service.ts';
import { settleRefunds } from '../modules/refunds/settle-refunds.service.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

type Row = Record<string, string>;
type File = [entity: string, day: number, rows: Row[]];

const refund = {
  id: 'X-2',
  operation: 'REFUND',
  timestamp: '2025-06-05T10:00:00Z',
  amount: '250',
  payment_reference: tap.payment_reference,
  spdh_response: '000',
  rrn: 'RRN 1',
  token: tap.token,
  operatorid: '77',
};
const refused = { ...refund, spdh_response: '051' };
const secondTap = { ...tap, tap_id: 'T-9', terminal_date: '2025-06-01T13:00:00Z' };
const secondFare = { ...fare, id: '10', tap_id: 'T-9', amount: '120', start_dttm: '2025-06-01T13:00:00Z' };
const large = { ...window, amount_settled: '370', amount_to_settle: '370' };

async function deliver(...files: File[]): Promise<void> {
  for (const [entity, day, rows] of files) {
    const [report] = await importInto(url, exported(temporaryFolder(), entity, day, rows));
    expect(report?.status).toBe('imported');
  }
}

async function trips(): Promise<unknown[]> {
  const { rows } = await pool.query('select fare_minor, refund_minor, refund_reason from trips order by started_at');
  return rows.map((row) => [row.fare_minor, row.refund_minor, row.refund_reason]);
}

async function refunds(): Promise<unknown> {
  const { rows } = await pool.query(
    `select (select json_agg(paid_minor order by paid_minor) from payments where reason = 'refund') as history,
      (select json_agg(amount_minor) from settlements where kind = 'refund' and approved) as movements`,
  );
  return rows[0];
}

const travel: File[] = [
  ['tap', 1, [tap]],
  ['tr', 1, [fare]],
  ['pw', 1, [window]],
];

describe('a refund that a delivery brings', () => {
  const files: File[] = [...travel, ['tx', 1, [refund]]];

  it.each([0, 1, 2, 3])('is written at the only trip of its payment, whichever file comes last: %i', async (last) => {
    await deliver(...files.filter((_, place) => place !== last), ...files.slice(last, last + 1));

    expect(await trips()).toEqual([[250, 250, null]]);
  });

  it('is written at all trips when all of their fares were given back, and at none when a part was', async () => {
    const both: File[] = [
      ['tap', 1, [tap, secondTap]],
      ['tr', 1, [fare, secondFare]],
      ['pw', 1, [large]],
    ];
    await deliver(...both, ['tx', 1, [{ ...refund, amount: '100' }]]);
    expect(await trips()).toEqual([
      [250, null, null],
      [120, null, null],
    ]);

    await deliver(['tx', 2, [{ ...refund, id: 'X-3', amount: '270' }]]);
    expect(await trips()).toEqual([
      [250, 250, null],
      [120, 120, null],
    ]);
  });

  it('goes from the trip when a newer delivery says that it was refused', async () => {
    await deliver(...travel, ['tx', 1, [refund]], ['tx', 2, [refused]]);

    expect(await trips()).toEqual([[250, null, null]]);
  });
});

/** A refund of 2.50 that the bank did for us, as the transition leaves it before it is settled. */
async function refundOfOurs(
  overrides: object = {},
  srid = tap.payment_reference,
): Promise<{ mediumId: string; refundId: string }> {
  const { rows } = await pool.query<{ medium_id: string; payment_id: string; opened_at: string; trip_id: string }>(
    `select p.medium_id, p.payment_id, p.opened_at, t.trip_id
    from payments p join trips t on t.medium_id = p.medium_id and t.srid = p.srid
    where p.srid = $1 and p.reason <> 'refund'`,
    [srid],
  );
  const [found] = rows;
  if (found === undefined) throw new Error('nothing was delivered');
  const refundId = randomUUID();
  const { medium_id, payment_id, opened_at, trip_id } = found;
  await insertRow(pool, 'refunds', {
    medium_id,
    refund_id: refundId,
    payment_id,
    opened_at,
    operator_code: '77',
    srid,
    reason: 'delay',
    amount_minor: 250,
    currency: 'EUR',
    state: 'refunded',
    attempt_key: randomUUID(),
    asked_by: randomUUID(),
    requested_at: '2025-06-05T09:00:00Z',
    next_at: '2025-06-05T09:00:00Z',
    bank_reference: `bank ${refundId}`,
    closed_at: '2025-06-05T09:00:01Z',
    ...overrides,
  });
  await insertRow(pool, 'refund_trips', {
    medium_id,
    refund_id: refundId,
    trip_id,
    amount_minor: 250,
    requested_at: '2025-06-05T09:00:00Z',
  });
  await transaction(pool, (tx) => settleRefunds(tx, [{ mediumId: medium_id, srid }]));
  return { mediumId: medium_id, refundId };
}

async function stateOf({ refundId }: { refundId: string }): Promise<unknown> {
  const { rows } = await pool.query('select state from refunds where refund_id = $1', [refundId]);
  return rows[0].state;
}

/** The references of each refund of ours, of its movement and of its line of the history, and the opening of its payment. */
async function placesOfOwn(): Promise<unknown[]> {
  const { rows } = await pool.query<{ refund: string; move: string; line: string; opened_at: string }>(
    `select own.srid as refund, move.srid as move, line.srid as line, own.opened_at
    from refunds own
    join settlements move on move.medium_id = own.medium_id and move.settlement_id = own.refund_id
    join payments line on line.medium_id = own.medium_id and line.opened_at = own.closed_at and line.payment_id = own.refund_id`,
  );
  return rows.map((row) => [row.refund, row.move, row.line, new Date(row.opened_at).toISOString().replace('.000', '')]);
}

const once = { history: [-250], movements: [250] };

describe('a refund of ours', () => {
  it('is one with the one that a delivery brings later, under whatever reference', async () => {
    await deliver(...travel);
    await refundOfOurs();
    expect(await refunds()).toEqual(once);

    await deliver(['tx', 1, [refund]]);
    expect(await refunds()).toEqual(once);

    await deliver(['tx', 2, [refund]]);
    expect(await refunds()).toEqual(once);
  });

  it('is one with the one that a delivery brought before the bank answered us', async () => {
    await deliver(...travel, ['tx', 1, [refund]]);
    await refundOfOurs();

    expect(await refunds()).toEqual(once);
  });

  it('is shown again when a newer delivery withdraws the one it was taken for', async () => {
    await deliver(...travel);
    await refundOfOurs();

    await deliver(['tx', 1, [refund]], ['tx', 2, [refused]]);

    expect(await refunds()).toEqual(once);
  });

  it('is another one than a refund of another amount, or of before it was asked for', async () => {
    await deliver(...travel, ['tx', 1, [{ ...refund, timestamp: '2025-06-02T10:00:00Z' }]]);
    await refundOfOurs();
    await deliver(['tx', 2, [{ ...refund, id: 'X-3', amount: '10' }]]);

    expect(await refunds()).toEqual({ history: [-250, -250, -10], movements: expect.arrayContaining([250, 250, 10]) });
  });

  it('stays at its trip when that is delivered anew at another time', async () => {
    await deliver(...travel);
    await refundOfOurs();
    await pool.query(`update trips set refund_minor = 250, refund_reason = 'delay'`);

    const moved = { ...tap, terminal_date: '2025-06-01T12:05:00Z' };
    await deliver(['tap', 2, [moved]], ['tr', 2, [{ ...fare, start_dttm: '2025-06-01T12:05:00Z', amount: '260' }]]);

    expect(await trips()).toEqual([[260, 250, 'delay']]);
  });

  it.each([
    ['tap', { ...tap, terminal_date: '2025-06-01T12:05:00Z' }],
    ['tr', { ...fare, tap_id: secondTap.tap_id }],
  ])('is written at its trip when the bank does it while a delivery (%s) moves that', async (entity, moved) => {
    await deliver(['tap', 1, [tap, secondTap]], ...travel.slice(1));
    const asked = await refundOfOurs({ state: 'submitting', bank_reference: null, closed_at: null });
    await ensureThisMonth(pool);
    let obeyed: Promise<boolean> | undefined;

    await actMeanwhile(pool, {
      lock: 'select from trips for update',
      call: () => deliver([entity, 2, [moved]]),
      act: async () => {
        const done = { state: 'refunded', bankReference: 'bank', amountMinor: 250, currency: 'EUR' } as const;
        obeyed = obeyRefund({ pool }, asked, done);
        await untilWaiting(pool, 2);
      },
    });

    expect(await obeyed).toBe(true);
    expect(await trips()).toEqual([[250, 250, 'delay']]);
  });

  const notOurs = { ...refund, timestamp: '2025-06-02T10:00:00Z' };
  const notDone = { bank_reference: null, closed_at: null };
  const cameBack = { state: 'returned', declineCode: 'refused', amountMinor: 250, currency: 'EUR' } as const;
  it.each([
    ['declined', { state: 'submitting', ...notDone }, { state: 'not_refunded' }],
    ['returned', { bank_reference: 'bank' }, { ...cameBack, bankReference: 'bank' }],
  ] as const)(
    'that is %s leaves its trip to the refund of the back office, whichever comes first',
    async (state, overrides, end) => {
      await deliver(...travel);
      const ours = await refundOfOurs(overrides);
      await deliver(['tx', 1, [notOurs]]);
      expect(await trips()).toEqual([[250, null, null]]);

      await obeyRefund({ pool }, ours, end);
      expect([await stateOf(ours), await trips()]).toEqual([state, [[250, 250, null]]]);

      await deliver(['tx', 2, [{ ...notOurs, amount: '100' }]]);
      expect(await trips()).toEqual([[250, 100, null]]);
    },
  );

  it('that is declined while a delivery brings one of the back office leaves its trip to that one', async () => {
    await deliver(...travel);
    const ours = await refundOfOurs({ state: 'submitting', ...notDone });
    let ended: Promise<boolean> | undefined;

    await actMeanwhile(pool, {
      lock: 'select from refunds for update',
      call: () => deliver(['tx', 1, [notOurs]]),
      act: async () => {
        ended = obeyRefund({ pool }, ours, { state: 'not_refunded' });
        await untilWaiting(pool, 2);
      },
    });

    expect([await ended, await trips()]).toEqual([true, [[250, 250, null]]]);
  });

  it('that came back gave its trip nothing, also where a delivery tells of it', async () => {
    await deliver(...travel);
    await refundOfOurs({ state: 'returned' });

    await deliver(['tx', 1, [refund]]);
    expect([await trips(), await refunds()]).toEqual([[[250, null, null]], once]);
  });

  it('is written at its trip, and not one that has lost the trip to it', async () => {
    await deliver(...travel);
    const lost = await refundOfOurs({ reason: 'lost' });
    await pool.query('update refund_trips set is_void = true where refund_id = $1', [lost.refundId]);
    await refundOfOurs();
    await pool.query(`update trips set refund_minor = 250, refund_reason = 'delay'`);

    await deliver(['tr', 2, [{ ...fare, amount: '260' }]]);

    expect(await trips()).toEqual([[260, 250, 'delay']]);
  });

  const renamed = { ...window, payment_reference: 'ABCDEFGHJKLMN2' };
  const reopened = { ...renamed, open_date: '2025-05-30T12:00:00Z' };
  it.each([
    ['another reference', renamed],
    ['another reference and another opening', reopened],
  ])('goes with its payment when a newer delivery gives that %s', async (_, corrected) => {
    await deliver(...travel);
    await refundOfOurs();

    await deliver(['pw', 2, [corrected]]);
    expect(await placesOfOwn()).toEqual([
      [corrected.payment_reference, corrected.payment_reference, corrected.payment_reference, corrected.open_date],
    ]);

    await deliver(['tx', 3, [{ ...refund, payment_reference: corrected.payment_reference }]]);
    expect(await refunds()).toEqual(once);
  });

  it.each([
    ['payment', ['pw', 2, [renamed]], ['tx', 2, [{ ...refund, payment_reference: renamed.payment_reference }]]],
    ['delivery', ['tx', 2, [{ ...refund, payment_reference: renamed.payment_reference }]], ['pw', 2, [renamed]]],
  ] as [string, File, File][])(
    'that was delivered is shown once when both get another reference, the %s first',
    async (first, one, other) => {
      await deliver(...travel, ['tx', 1, [refund]]);
      await refundOfOurs();

      await deliver(one);
      if (first === 'payment') expect(await refunds()).toEqual(once);
      await deliver(other);

      expect(await refunds()).toEqual(once);
      const { rows } = await pool.query('select srid from refunds');
      expect(rows).toEqual([{ srid: renamed.payment_reference }]);
    },
  );

  const [first, second] = [tap.payment_reference, 'ABCDEFGHJKLMN2'];
  const refundOfSecond = { ...refund, id: 'X-3', rrn: 'RRN 2', payment_reference: second };
  const nowOfFirst = { ...refundOfSecond, payment_reference: first };
  const nowOfSecond = { ...refund, payment_reference: second };
  it.each([
    ['goes over to', [refundOfSecond], [nowOfFirst], { [first]: 'RRN 2', [second]: null }],
    [
      'changes places with that of',
      [refund, refundOfSecond],
      [nowOfSecond, nowOfFirst],
      { [first]: 'RRN 2', [second]: 'RRN 1' },
    ],
  ])(
    'lets go of a delivery that %s another payment, before the refund there takes it',
    async (_, before, after, pairs) => {
      await deliver(
        ['tap', 1, [tap, { ...secondTap, payment_reference: second }]],
        ['tr', 1, [fare, { ...secondFare, amount: '250' }]],
        ['pw', 1, [window, { ...window, id: 'W-2', payment_reference: second, open_date: secondTap.terminal_date }]],
      );
      await refundOfOurs();
      await refundOfOurs({}, second);
      await deliver(['tx', 1, before]);

      await deliver(['tx', 2, after]);

      const { rows } = await pool.query<{ srid: string; rrn: string | null }>(
        `select own.srid, taken.retrieval_reference as rrn
      from refunds own left join settlements taken on taken.settlement_id = own.delivered_id`,
      );
      expect(Object.fromEntries(rows.map((row) => [row.srid, row.rrn]))).toEqual(pairs);
      expect(await refunds()).toEqual({ history: [-250, -250], movements: [250, 250] });
    },
  );
});
