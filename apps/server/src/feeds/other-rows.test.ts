import { beforeEach, describe, expect, it } from 'vitest';
import { count, emptyTables, importInto, temporaryFolder, writeRows } from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { describeReport } from './report.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

describe('rows of other kinds', () => {
  const token = 'token of a card';
  const tap = {
    tap_id: 'T-1',
    token,
    terminal_date: '2025-06-01T12:00:00Z',
    payment_reference: 'ABCDEFGHJKLMN1',
    operator_id: '77',
    currency: '978',
    line_name: 'Tram 5',
    line_public_number: '5',
  };
  const fare = {
    id: '9',
    tap_id: 'T-1',
    amount: '250',
    operator_id: '77',
    reason: '',
    ticket_type: 'Day ticket',
    start_dttm: '2025-06-01T12:00:00Z',
    end_dttm: '2025-06-02T12:00:00Z',
    ticket_code: 'D24',
  };

  it('a fare with a ticket code is a trip and a product with its validity', async () => {
    const folder = temporaryFolder();
    writeRows(folder, 'tr-2025-06-03.csv', [fare]);
    writeRows(folder, 'tap-2025-06-03.csv', [tap]);

    await importInto(url, folder);

    const { rows } = await pool.query(`
      select p.name, p.valid_from, p.valid_to, p.amount_minor, p.currency, p.srid, t.transport_type, t.checked_out_at
      from products p join trips t on t.medium_id = p.medium_id`);
    expect(rows).toEqual([
      {
        name: 'Day ticket',
        valid_from: '2025-06-01 12:00:00+00',
        valid_to: '2025-06-02 12:00:00+00',
        amount_minor: 250,
        currency: 'EUR',
        srid: 'ABCDEFGHJKLMN1',
        transport_type: 'tram',
        checked_out_at: null,
      },
    ]);
  });

  it('a fare before clearing is provisional, and calculated when it has a start', async () => {
    const folder = temporaryFolder();
    const { ticket_code: _, ...plain } = fare;
    await importInto(url, writeRows(folder, 'tap-2025-06-03.csv', [tap]));
    const waits = [{ ...plain, start_dttm: '', end_dttm: '' }];

    await importInto(url, writeRows(folder, 'tr-2025-06-03.csv', waits));
    const before = await pool.query('select status from trips');
    await importInto(url, writeRows(folder, 'tr-2025-06-04.csv', [plain]));

    expect(before.rows).toEqual([{ status: 'provisional' }]);
    expect((await pool.query('select status from trips')).rows).toEqual([{ status: 'calculated' }]);
  });

  it.each([
    ['We are not able to show where you touched out during this journey', 'fallback'],
    ['the missing journey information has been automatically completed', 'fallback'],
    ['[No touch-out]', 'fallback'],
    ['corrected automatically', 'fallback'],
    ['tarif maximal', 'fallback'],
    ['daily cap', 'calculated'],
  ])('a fare with the reason "%s" is %s', async (reason, status) => {
    const folder = temporaryFolder();
    await importInto(url, writeRows(folder, 'tap-2025-06-03.csv', [tap]));
    await importInto(url, writeRows(folder, 'tr-2025-06-03.csv', [{ ...fare, ticket_code: '', reason }]));

    expect((await pool.query('select status from trips')).rows).toEqual([{ status }]);
  });

  it('a line called Route Z is unknown, so it is not shown', async () => {
    const folder = temporaryFolder();
    const unknown = { ...tap, line_name: 'Route Z', line_public_number: 'route z' };
    await importInto(url, writeRows(folder, 'tap-2025-06-03.csv', [unknown]));
    await importInto(url, writeRows(folder, 'tr-2025-06-03.csv', [{ ...fare, ticket_code: '', line: 'Route Z' }]));

    const { rows } = await pool.query('select line_id, line_name from trips');
    expect(rows).toEqual([{ line_id: null, line_name: null }]);
  });

  it('a fare moved to another tap of the card moves its trip, in either order of the exports', async () => {
    const folder = temporaryFolder();
    const { ticket_code: _, ...plain } = fare;
    const later = { ...tap, tap_id: 'T-2', terminal_date: '2025-06-01T15:00:00Z' };
    const exports = [
      writeRows(folder, 'tr-2025-06-03.csv', [plain]),
      writeRows(folder, 'tr-2025-06-04.csv', [{ ...plain, tap_id: 'T-2' }]),
    ];

    for (const order of [exports, exports.toReversed()]) {
      await emptyTables(pool);
      await importInto(url, writeRows(folder, 'tap-2025-06-03.csv', [tap, later]));
      for (const file of order) await importInto(url, file);

      const { rows } = await pool.query('select started_at from trips');
      expect(rows).toEqual([{ started_at: '2025-06-01 15:00:00+00' }]);
    }
  });

  it('transactions are charges, refunds or card checks, and a refund is a separate payment', async () => {
    const row = (id: string, operation: string, amount: number, spdh = '000') => ({
      id,
      operation,
      timestamp: '2025-06-02T03:00:00Z',
      amount,
      payment_reference: tap.payment_reference,
      spdh_response: spdh,
      token,
      brand: 'MC',
      operatorid: '77',
    });
    const folder = temporaryFolder();
    const rows = [
      row('1', 'CARD_VERIFY', 0),
      row('2', 'ONLINE_CLEARING', 250, '116'),
      row('3', 'debt_recovery_auto', 250),
      row('4', 'REFUND', 100),
      row('5', 'TELEPORT', 1),
    ];

    const [report] = await importInto(url, writeRows(folder, 'tx-2025-06-03.csv', rows));

    const settlements = await pool.query('select kind, direction, approved from settlements order by kind');
    expect(settlements.rows).toEqual([
      { kind: 'charge', direction: 'debit', approved: false },
      { kind: 'debt_recovery', direction: 'debit', approved: true },
      { kind: 'refund', direction: 'credit', approved: true },
    ]);
    const payments = await pool.query('select reason, due_minor, paid_minor from payments');
    expect(payments.rows).toEqual([{ reason: 'refund', due_minor: 0, paid_minor: -100 }]);
    expect((await pool.query('select kind from authorisations')).rows).toEqual([{ kind: 'card_check' }]);
    expect((await pool.query('select scheme from media')).rows).toEqual([{ scheme: 'MASTERCARD' }]);
    expect(report?.quarantined).toEqual([{ line: 6, reason: 'unknown operation', detail: 'TELEPORT' }]);
    expect(report && describeReport(report).join('\n')).toContain('[NWA0028]');
    expect(await count(pool, 'service_references')).toBe(0);
  });

  it.each([
    ['Open', 0, 250, 0, 'open', 0],
    ['noauthdone', 0, 250, 0, 'open', 0],
    ['CLOSED', 250, 250, 0, 'accepted', 250],
    ['Closed', 0, 0, 0, 'none', 0],
    ['Debt', 0, 250, 0, 'payment_error', 0],
    ['DebtFinal', 100, 250, 50, 'payment_error', 150],
  ])(
    'a window at stage %s with %i of %i settled and %i recovered is %s',
    async (stage, settled, due, debt, status, paid) => {
      const window = {
        id: '1',
        token,
        amount_settled: settled,
        amount_to_settle: due,
        debt_settled: debt,
        stage,
        payment_reference: tap.payment_reference,
        open_date: '2025-06-01T12:00:00Z',
        operator_id: '77',
      };

      await importInto(url, writeRows(temporaryFolder(), 'pw-2025-06-03.csv', [window]));

      const { rows } = await pool.query('select status, paid_minor, service_day from payments');
      expect(rows).toEqual([{ status, paid_minor: paid, service_day: '2025-06-01' }]);
    },
  );
});
