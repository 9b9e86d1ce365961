import { beforeEach, describe, expect, it } from 'vitest';
import { fare, tap, window } from '../../test/corrected-feed.ts';
import { emptyTables } from '../../test/feed-fixture.ts';
import {
  type File,
  feedRefunds,
  large,
  once,
  refund,
  refused,
  secondFare,
  secondTap,
  travel,
} from '../../test/feed-refunds.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
const { deliver, trips, refunds, refundOfOurs } = feedRefunds({ pool, url });
beforeEach(() => emptyTables(pool));

describe('a refund that is delivered', () => {
  const files: File[] = [...travel, ['tx', 1, [refund]]];

  it.each([0, 1, 2, 3])('is shown at the only trip of its payment, whichever file comes last: %i', async (last) => {
    await deliver(...files.filter((_, place) => place !== last), ...files.slice(last, last + 1));

    expect(await trips()).toEqual([[250, 250, null]]);
  });

  it('is shown at all trips when all of their fares were given back, and at none when a part was', async () => {
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

  it('is shown at all trips that cost something, beside a free one', async () => {
    const free = { ...secondFare, amount: '0' };
    await deliver(['tap', 1, [tap, secondTap]], ['tr', 1, [fare, free]], ['pw', 1, [window]], ['tx', 1, [refund]]);

    expect(await trips()).toEqual([
      [250, 250, null],
      [0, null, null],
    ]);
  });

  it('of more than a trip cost is shown at it with its price', async () => {
    await deliver(...travel, ['tx', 1, [{ ...refund, amount: '400' }]]);

    expect(await trips()).toEqual([[250, 250, null]]);
    expect(await refunds()).toEqual({ history: [-400], movements: [400] });
  });

  it('is shown at no trip of a payment whose fares have two currencies, because these cannot be added', async () => {
    await deliver(
      ['tap', 1, [tap, { ...secondTap, currency: '840' }]],
      ['tr', 1, [fare, secondFare]],
      ['pw', 1, [large]],
      ['tx', 1, [{ ...refund, amount: '370' }]],
    );

    expect(await trips()).toEqual([
      [250, null, null],
      [120, null, null],
    ]);
  });

  it.each([
    ['alone', [{ ...fare, amount: '-250' }], [[-250, null, null]]],
    [
      'beside another one',
      [
        { ...fare, amount: '500' },
        { ...secondFare, amount: '-250' },
      ],
      [
        [500, null, null],
        [-250, null, null],
      ],
    ],
  ])('is shown at no trip when a fare is below zero, %s', async (_, fares, expected) => {
    await deliver(['tap', 1, [tap, secondTap]], ['tr', 1, fares], ['pw', 1, [window]], ['tx', 1, [refund]]);

    expect(await trips()).toEqual(expected);
    expect(await refunds()).toEqual(once);
  });

  it('is shown at a trip whose tap gets its reference later, and no longer when the tap gets another one', async () => {
    const unnamed = { ...tap, payment_reference: '' };
    const elsewhere = { ...tap, payment_reference: 'ANOTHERPAYMENT' };
    await deliver(['tap', 1, [unnamed]], ...travel.slice(1), ['tx', 1, [refund]]);
    expect(await trips()).toEqual([[250, null, null]]);

    await deliver(['tap', 2, [tap]]);
    expect(await trips()).toEqual([[250, 250, null]]);
    await deliver(['tap', 3, [elsewhere]]);
    expect(await trips()).toEqual([[250, null, null]]);
  });

  it('leaves the trip when a newer delivery gives the refund another payment', async () => {
    await deliver(...files, ['tx', 2, [{ ...refund, payment_reference: 'ANOTHERPAYMENT' }]]);

    expect(await trips()).toEqual([[250, null, null]]);
  });

  it('leaves the trip and the history when a newer delivery says that it was a charge', async () => {
    await deliver(...files);

    await deliver(['tx', 2, [{ ...refund, operation: 'DEBT_RECOVERY_AUTO' }]]);

    expect(await trips()).toEqual([[250, null, null]]);
    expect(await refunds()).toEqual({ history: null, movements: null });
  });

  it('leaves the trip when its tap is moved to another card', async () => {
    await deliver(...files);

    await deliver(['tap', 2, [{ ...tap, token: 'the second card' }]]);

    expect(await trips()).toEqual([[250, null, null]]);
  });

  it('is shown at the only trip that is left when the tap of the other one loses its reference', async () => {
    const both: File[] = [
      ['tap', 1, [tap, secondTap]],
      ['tr', 1, [fare, secondFare]],
    ];
    await deliver(...both, ['pw', 1, [window]], ['tx', 1, [{ ...refund, amount: '100' }]]);

    await deliver(['tap', 2, [{ ...secondTap, payment_reference: '' }]]);

    expect(await trips()).toEqual([
      [250, 100, null],
      [120, null, null],
    ]);
  });

  it.each([
    ['in the order of their exports', [1, 2]],
    ['newest first', [2, 1]],
  ])(
    'is shown at the only trip that is left when the other fare is given to a tap of another payment, %s',
    async (_, days) => {
      const elsewhere = {
        ...secondTap,
        tap_id: 'T-8',
        terminal_date: '2025-06-01T14:00:00Z',
        payment_reference: 'ANOTHERPAYMENT',
      };
      const fares = { 1: [fare, secondFare], 2: [{ ...secondFare, tap_id: 'T-8' }] };
      await deliver(['tap', 1, [tap, secondTap, elsewhere]], ['pw', 1, [window]], ['tx', 1, [refund]]);

      for (const day of days as (1 | 2)[]) await deliver(['tr', day, fares[day]]);

      expect(await trips()).toEqual([
        [250, 250, null],
        [120, null, null],
      ]);
    },
  );

  it('leaves the trip when a newer delivery says that it was refused', async () => {
    await deliver(...travel, ['tx', 1, [refund]], ['tx', 2, [refused]]);

    expect(await trips()).toEqual([[250, null, null]]);
  });
});

/** Of each refund of ours: its reference, that of its movement, that of its line of the history, and the opening of its payment. */
async function placesOfOwn(): Promise<unknown[]> {
  const { rows } = await pool.query<{ refund: string; move: string; line: string; opened_at: string }>(
    `select own.srid as refund, move.srid as move, line.srid as line, own.opened_at
    from refunds own
    join settlements move on move.medium_id = own.medium_id and move.settlement_id = own.refund_id
    join payments line on line.medium_id = own.medium_id and line.opened_at = own.closed_at and line.payment_id = own.refund_id`,
  );
  return rows.map((row) => [row.refund, row.move, row.line, new Date(row.opened_at).toISOString().replace('.000', '')]);
}

describe('a refund of ours', () => {
  it('is counted once with the one that a delivery brings later', async () => {
    await deliver(...travel);
    await refundOfOurs();
    expect(await refunds()).toEqual(once);

    await deliver(['tx', 1, [refund]]);
    expect(await refunds()).toEqual(once);

    await deliver(['tx', 2, [refund]]);
    expect(await refunds()).toEqual(once);
  });

  it('is counted once with the one that was delivered before the bank answered us', async () => {
    await deliver(...travel, ['tx', 1, [refund]]);
    await refundOfOurs();

    expect(await refunds()).toEqual(once);
  });

  it('is shown again when a newer delivery withdraws its counterpart', async () => {
    await deliver(...travel);
    await refundOfOurs();

    await deliver(['tx', 1, [refund]], ['tx', 2, [refused]]);

    expect(await refunds()).toEqual(once);
  });

  it('is counted beside a refund of another amount, and beside one of an earlier time', async () => {
    await deliver(...travel, ['tx', 1, [{ ...refund, timestamp: '2025-06-02T10:00:00Z' }]]);
    await refundOfOurs();
    await deliver(['tx', 2, [{ ...refund, id: 'X-3', amount: '10' }]]);

    expect(await refunds()).toEqual({ history: [-250, -250, -10], movements: expect.arrayContaining([250, 250, 10]) });
  });

  const renamed = { ...window, payment_reference: 'ABCDEFGHJKLMN2' };
  const reopened = { ...renamed, open_date: '2025-05-30T12:00:00Z' };
  it.each([
    ['another reference', renamed],
    ['another reference and another opening', reopened],
  ])('follows its payment when a newer delivery gives that %s', async (_, corrected) => {
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
    'that was delivered is shown once when payment and delivery get another reference, the %s first',
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
    'releases a delivery that %s another payment, before the refund there takes it',
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
      from refunds own
      left join settlements taken on taken.medium_id = own.medium_id and taken.settlement_id = own.delivered_id`,
      );
      expect(Object.fromEntries(rows.map((row) => [row.srid, row.rrn]))).toEqual(pairs);
      expect(await refunds()).toEqual({ history: [-250, -250], movements: [250, 250] });
    },
  );
});
