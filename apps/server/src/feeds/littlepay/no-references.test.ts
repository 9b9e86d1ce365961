import { beforeEach, expect, it } from 'vitest';
import { emptyTables } from '../../../test/feed-fixture.ts';
import { deposit, v3 } from '../../../test/littlepay-feed.ts';
import { deliver } from '../../../test/littlepay-import.ts';
import { night } from '../../../test/littlepay-payment.ts';
import { createTestDatabase } from '../../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

it.each(['000000000000', '0', '-', '0000-00'])(
  'a reference of the bank that says nothing joins no payments: %s',
  async (nothing) => {
    const rrn = { retrieval_reference_number: nothing };
    const ofOther = { funding_source_id: 'other', customer_id: 'other' };
    const pending = { ...rrn, settlement_status: 'PENDING' };
    await deliver(url, {
      fares: [v3.fare('M', 'A', '3.60'), v3.fare('N', 'B', '2.60', ofOther)],
      answers: [
        v3.answer('A', night, 'AUTHORISED', rrn),
        v3.answer('B', night, 'AUTHORISED', { ...rrn, amount: '2.60' }),
      ],
      settlements: [
        v3.settlement('S', 'A', '3.60', pending),
        v3.settlement('T', 'B', '2.60', { ...pending, ...ofOther }),
      ],
      refunds: [v3.refund('R', null, '1.00', { ...rrn, aggregation_id: 'A', transaction_amount: '3.60' })],
      deposits: [deposit(nothing, '$3.60'), deposit(nothing, '-$3.60', { batch_type: 'C' })],
    });

    const { rows: paid } = await pool.query('select status, paid_minor::int as paid from payments');
    expect(paid).toEqual(Array.from({ length: 2 }, () => ({ status: 'pending', paid: 0 })));
    const { rows: joined } = await pool.query(
      `select kind from feed_pieces where kind in ('authorisation', 'settlement', 'refund') and beside is not null`,
    );
    expect(joined).toEqual([]);
    expect((await pool.query(`select from feed_pieces where kind in ('deposit', 'chargeback')`)).rows).toEqual([]);
  },
);
