import { beforeEach, describe, expect, it } from 'vitest';
import { exit, exported, fare, tap, window } from '../../../test/corrected-feed.ts';
import { emptyTables, importInto, temporaryFolder } from '../../../test/feed-fixture.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { FileReport } from '../report.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

type Row = Record<string, string>;

/** Imports rows as one file. */
async function deliver(entity: string, rows: Row[]): Promise<FileReport | undefined> {
  const [report] = await importInto(url, exported(temporaryFolder(), entity, 3, rows));
  return report;
}

/** What is stored of each row, in their order. */
async function stored(columns: string, table: string, order: string): Promise<unknown[]> {
  const { rows } = await pool.query({ text: `select ${columns} from ${table} order by ${order}`, rowMode: 'array' });
  return rows;
}

const minute = (place: number) => `2025-06-01T12:${String(place).padStart(2, '0')}:00Z`;

describe('taps', () => {
  const all = (...more: Row[]) =>
    more.map((row, place) => ({
      ...{ ...tap, tap_id: `T-${place}`, terminal_date: minute(place) },
      ...{ server_date: '', terminal_spdh_code: '', zone_name: '', ...row },
    }));

  it('are refused if their code is another one than 000', async () => {
    await deliver('tap', all({}, ...['000', '051', '0'].map((code) => ({ terminal_spdh_code: code }))));

    expect(await stored('outcome', 'taps', 'tapped_at')).toEqual([
      ['accepted'],
      ['accepted'],
      ['refused'],
      ['refused'],
    ]);
  });

  it('begin a trip, end it or are the only one of it', async () => {
    await deliver('tap', all(...['on', 'OFF', 'validation', ''].map((mode) => ({ fare_mode: mode }))));

    expect(await stored('direction', 'taps', 'tapped_at')).toEqual([['on'], ['off'], ['single'], ['single']]);
  });

  it('have the time of the server where the reader has none, and the zone where there is no stop', async () => {
    const zone = { stop_name: '', zone_name: 'Zone 1' };
    const report = await deliver(
      'tap',
      all(
        { server_date: minute(50), ...zone },
        { server_date: minute(51), terminal_date: '', zone_name: 'Zone 2' },
        { terminal_date: '', ...zone },
      ),
    );

    expect(await stored('tapped_at, stop_name', 'taps', 'tapped_at')).toEqual([
      ['2025-06-01 12:00:00+00', 'Zone 1'],
      ['2025-06-01 12:51:00+00', 'First Street'],
    ]);
    expect(report?.quarantined).toEqual([{ line: 4, reason: 'missing value', detail: 'terminal_date' }]);
  });
});

describe('fares', () => {
  const [start, end] = [fare.start_dttm, fare.end_dttm];

  it.each([
    ['when it was computed', { created_dttm: '2025-06-02T01:00:00Z' }, '2025-06-02 01:00:00+00'],
    ['when it was exported, without that', { created_dttm: '' }, '2025-07-03 00:00:00+00'],
  ])('say %s', async (_, more, at) => {
    await deliver('tap', [tap]);
    await deliver('tr', [{ ...fare, ...more }]);

    expect(await stored('updated_at', 'trips', '1')).toEqual([[at]]);
  });

  it.each([
    [{ end_dttm: end, end_station: '' }, true],
    [{ end_dttm: start, end_station: '' }, false],
    [{ end_dttm: start, end_station: 'Second Street' }, true],
    [{ end_dttm: '', end_station: 'Second Street' }, false],
    [{ start_dttm: '', end_dttm: start, end_station: '' }, true],
  ])('that say %j of their ends have an exit: %s', async (more, hasExit) => {
    await deliver('tap', [tap]);
    await deliver('tr', [{ ...fare, ...more }]);

    expect(await stored('checked_out_at is not null', 'trips', '1')).toEqual([[hasExit]]);
  });

  it('with a ticket code are no ticket if its validity does not end after its start', async () => {
    await deliver('tap', [tap, exit]);
    await deliver('tr', [
      { ...fare, ticket_code: 'D24', ticket_type: '', end_dttm: start },
      { ...fare, id: '10', ticket_code: 'D25', ticket_type: '', tap_id: exit.tap_id },
    ]);

    expect(await stored('name, valid_to', 'products', '1')).toEqual([['D25', '2025-06-01 12:20:00+00']]);
  });
});

it('a window of a midnight is of the day that begins there, and any other before the day cut of the day before', async () => {
  // London is an hour ahead of UTC in June; its days of operation begin at 04:30.
  const times = ['22:59:59', '23:00:00', '23:00:01'].map((time) => `2025-06-01T${time}Z`);
  const rows = [...times, '2025-06-02T03:29:59Z', '2025-06-02T03:30:00Z'].map((at, place) => ({
    ...{ ...window, id: `W-${place}`, payment_reference: `ABCDEFGHJKLMN${place}`, open_date: at },
  }));

  await deliver('pw', rows);

  const days = ['2025-06-01', '2025-06-02', '2025-06-01', '2025-06-01', '2025-06-02'];
  expect(await stored('service_day', 'payments', 'opened_at')).toEqual(days.map((day) => [day]));
});

describe('transactions', () => {
  const all = (...more: Row[]) =>
    more.map((row, place) => ({
      ...{ id: `X-${place}`, operation: 'ONLINE_CLEARING', timestamp: minute(place), amount: '250' },
      ...{ payment_reference: tap.payment_reference, token: tap.token, operatorid: '77', brand: '' },
      ...{ spdh_response: '', response_type: '', ...row },
    }));

  it.each([
    ['000', '', true],
    ['00', 'declined', true],
    ['051', 'APPROVED', false],
    ['', 'Ok', true],
    ['', 'approve', true],
    ['', 'success', true],
    ['', 'not approved', false],
    ['', '', false],
  ])('of which the terminal says "%s" and the bank "%s" are approved: %s', async (code, words, isApproved) => {
    await deliver('tx', all({ spdh_response: code, response_type: words }));

    expect(await stored('approved', 'settlements', '1')).toEqual([[isApproved]]);
  });

  it('are refused without a column that says what the bank answered: each paid fare would be shown as one that it did not pay', async () => {
    await deliver('tap', [tap]);
    await deliver('pw', [window]);
    const answers = new Set(['spdh_response', 'response_type']);
    const renamed = all({}).map((row) => ({
      ...Object.fromEntries(Object.entries(row).filter(([name]) => !answers.has(name))),
      spdh_answer: '000',
    }));

    const report = await deliver('tx', renamed);

    const reason = 'looks like transactions but has no column spdh_response or response_type';
    expect(report).toMatchObject({ status: 'refused', reason });
    expect(await stored('status', 'payments', '1')).toEqual([['accepted']]);
  });

  it('move money or ask something, and the sign of their amount means nothing', async () => {
    const asked = ['CARD_VERIFY', 'PREAUTH', 'get_par', 'GET_PAR_MANUAL'];
    const moved = ['PREAUTH_FINAL', 'DEBT_RECOVERY_MANUAL'];
    await deliver('tx', all(...[...asked, ...moved].map((operation) => ({ operation, amount: '-250' }))));

    expect(await stored('kind, amount_minor', 'authorisations', 'requested_at')).toEqual([
      ['card_check', 250],
      ['reservation', 250],
      ['account_reference', 250],
      ['account_reference', 250],
    ]);
    expect(await stored('kind, amount_minor', 'settlements', 'requested_at')).toEqual([
      ['charge', 250],
      ['debt_recovery', 250],
    ]);
  });

  it.each([
    ['MC', 'MASTERCARD'],
    ['Maestro', 'MASTERCARD'],
    ['American Express', 'AMEX'],
    ['AX', 'AMEX'],
    ['Interac-Debit', 'INTERAC'],
    ['DISC', 'DISCOVER'],
    ['Visa', 'VISA'],
    ['1', null],
  ])('of the brand %s are of a card of the scheme %s', async (brand, scheme) => {
    await deliver('tx', all({ brand }));

    expect(await stored('scheme', 'media', '1')).toEqual([[scheme]]);
  });
});
