import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTables } from '../../../test/feed-fixture.ts';
import { deposit, v3 } from '../../../test/littlepay-feed.ts';
import { deliver, one } from '../../../test/littlepay-import.ts';
import { createTestDatabase } from '../../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const travel = {
  taps: [v3.tap('T', '2025-10-03T08:00:00.000Z')],
  links: [v3.link('T', 'M')],
  fares: [v3.fare('M', 'A', '3.60')],
  answers: [v3.answer('A', '2025-10-04T03:30:00.000Z', 'AUTHORISED')],
};
const payment = `select status, due_minor::int as due, paid_minor::int as paid from payments`;

describe('a charge that the bank reports in parts', () => {
  const parts = [
    deposit('rrn of A', '$2.60', { trn_ref_num: '1' }),
    deposit('rrn of A', '$1.00', { trn_ref_num: '2' }),
  ];
  const bank = `select count(*)::int as moves, sum(amount_minor)::int as bank from settlements where approved`;

  it('counts also the part that the back office has not delivered, and once when it delivers it', async () => {
    const files = [
      { ...travel, settlements: [v3.settlement('S', 'A', '2.60')] },
      { deposits: parts },
      { settlements: [v3.settlement('U', 'A', '1.00')] },
    ];
    const found = [];
    for (const [day, rows] of files.entries()) {
      await deliver(url, rows, { at: `2025100${day + 6}0430` });
      found.push({ ...(await one(pool, payment)), ...(await one(pool, bank)) });
    }

    expect(found).toEqual([
      expect.objectContaining({ paid: 260, moves: 1, bank: 260 }),
      { status: 'accepted', due: 360, paid: 360, moves: 2, bank: 360 },
      { status: 'accepted', due: 360, paid: 360, moves: 2, bank: 360 },
    ]);
  });

  it.each(['PENDING', 'SETTLED'])('is the charge that the back office delivers whole, %s', async (status) => {
    const settlements = [v3.settlement('S', 'A', '3.60', { settlement_status: status })];
    await deliver(url, { ...travel, settlements, deposits: parts });

    expect(await one(pool, payment)).toEqual({ status: 'accepted', due: 360, paid: 360 });
    expect(await one(pool, bank)).toEqual({ moves: 1, bank: 360 });
  });

  it.each(['1', '2', '3'])(
    'is not mistaken for a larger charge under its reference, whatever order the ids have: %s',
    async (id) => {
      const deposits = ['1.00', '2.00', '4.00'].map((amount) => deposit('rrn of A', `$${amount}`, { trn_ref_num: id }));
      const settlements = [v3.settlement('S', 'A', '3.00')];
      await deliver(url, { ...travel, fares: [v3.fare('M', 'A', '7.00')], settlements, deposits });

      expect(await one(pool, payment)).toEqual({ status: 'accepted', due: 700, paid: 700 });
      expect(await one(pool, bank)).toEqual({ moves: 2, bank: 700 });
    },
  );

  it('is not paid by one of its parts', async () => {
    const settlements = [v3.settlement('S', 'A', '3.60', { settlement_status: 'PENDING' })];
    await deliver(url, { ...travel, settlements, deposits: parts.slice(1) });

    expect(await one(pool, payment)).toMatchObject({ status: 'pending', paid: 0 });
  });

  it.each([
    ['REJECTED', '3.60'],
    ['FAILED', '3.60'],
    ['REJECTED', '2.60'],
  ])(
    'counts beside a charge under its reference that is %s: the bank took nothing for those %s',
    async (status, amount) => {
      const refused = v3.settlement('R', 'A', amount, { settlement_status: status });
      const again = v3.settlement('S', 'A', '2.60', { transaction_time: '2025-10-05T03:30:00.000Z' });
      await deliver(url, { ...travel, settlements: [refused, again], deposits: parts });

      expect(await one(pool, payment)).toEqual({ status: 'accepted', due: 360, paid: 360 });
      expect(await one(pool, bank)).toEqual({ moves: 2, bank: 360 });
    },
  );

  it('is one that the back office calls refused, if the parts are as much', async () => {
    const settlements = [v3.settlement('S', 'A', '3.60', { settlement_status: 'REJECTED' })];
    await deliver(url, { ...travel, settlements, deposits: parts });

    expect(await one(pool, payment)).toEqual({ status: 'accepted', due: 360, paid: 360 });
    expect(await one(pool, bank)).toEqual({ moves: 1, bank: 360 });
  });
});
