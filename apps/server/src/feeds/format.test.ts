import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTables, london, mediumKey, temporaryFolder, writeRows } from '../../test/feed-fixture.ts';
import { withImporter } from '../../test/kept-importer.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { exportTime, readBytes } from './delivered-files.ts';
import { enghouse } from './enghouse/format.ts';
import type { Format } from './format.ts';
import { importFile } from './import-deliveries.ts';
import type { FileReport } from './report.ts';
import { emptyChunk, type RowContext } from './row-context.ts';
import { readRows, splitFields } from './text/read-rows.ts';
import { readHeader } from './text/values.ts';
import type { Chunk, TripRecord } from './writer/canonical.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

/** The format of a back office that names the card and the start of a trip, and delivers products and payments as rows of their own. */
const plain: Format = {
  name: 'plain',
  about: 'Rows of a test',
  listFiles: async (place) => [place],
  async recognise({ name, files: [file] }) {
    if (!file) throw new Error('one file is expected');
    const exportedAt = exportTime(name, file.modifiedMs);
    let header = '';
    for await (const [row] of readRows(readBytes(file.handle), ';')) {
      header = row?.text ?? '';
      break;
    }
    if (!header.startsWith('what;')) return { name, exportedAt, refusal: 'not a file of the test' };
    const read = (context: RowContext) => readPlain(readRows(readBytes(file.handle), ';'), header, context);
    return { name, exportedAt, parts: [{ kind: 'trips', read }], notes: new Map() };
  },
};

async function* readPlain(
  source: ReturnType<typeof readRows>,
  headerText: string,
  context: RowContext,
): AsyncGenerator<Chunk> {
  const header = readHeader(headerText, ';');
  for await (const rows of source) {
    const chunk = emptyChunk();
    for (const row of rows.filter(({ text }) => text !== headerText)) {
      chunk.raw.push(row);
      const fields = splitFields(row.text, ';');
      addRecord(chunk, { line: row.line, context, value: (name) => fields[header.at(name)] ?? '' });
    }
    yield chunk;
  }
}

interface PlainRow {
  line: number;
  context: RowContext;
  value: (name: string) => string;
}

function addRecord(chunk: Chunk, { line, context, value }: PlainRow): void {
  const mediumId = context.mediumId(value('card'));
  const common = { line, operatorCode: london.code, srid: value('reference') || null };
  const amountMinor = Number(value('amount'));
  const at = value('at');
  if (value('what') === 'trip') {
    const boarding: TripRecord['boarding'] = value('tap')
      ? { tapId: context.id('tap', null, value('tap')) }
      : { mediumId, startedAt: at };
    const tripId = context.id('trip', null, value('id'));
    const names = { lineId: '7', fromName: 'Alpha', toName: 'Beta', fareReason: null };
    const rest = { status: 'calculated' as const, checkedOutAt: null, updatedAt: context.exportedAt, product: null };
    chunk.trips.push({ ...common, ...names, ...rest, tripId, boarding, currency: 'EUR', fareMinor: amountMinor });
  } else if (value('what') === 'product') {
    const productId = context.id('product', null, value('id'));
    const validity = { validFrom: at, validTo: '2025-12-31T00:00:00Z', updatedAt: context.exportedAt };
    const said = { name: 'Week pass', description: null, status: 'active' as const, currency: 'EUR', amountMinor };
    const conditions = { fareClass: null, roundTripType: null, userProfile: null, fqCode: null, bookingId: null };
    const places = { fromTariffLocation: null, toTariffLocation: null, storedValueMinor: null };
    chunk.products.push({ ...common, ...validity, ...said, ...conditions, ...places, productId, mediumId });
  } else {
    const paymentId = context.id('payment', null, value('id'));
    const amounts = { dueMinor: amountMinor, paidMinor: amountMinor, debtPaidMinor: 0, currency: 'EUR' };
    const times = { openedAt: at, closedAt: null, serviceDay: at.slice(0, 10) };
    const said = { reason: 'product' as const, method: 'twint' as const, status: 'accepted' as const };
    chunk.payments.push({ ...common, ...amounts, ...times, ...said, paymentId, mediumId });
  }
}

const trip = {
  what: 'trip',
  id: '1',
  card: 'card',
  tap: '',
  at: '2025-06-02T08:00:00Z',
  amount: 370,
  reference: 'REF1',
};

/** Imports rows that were exported on a day of July, and returns the report. */
async function deliver(day: number, rows: Record<string, string | number>[], formats = [enghouse, plain]) {
  const file = writeRows(temporaryFolder(), `rows-2025-07-0${day}.csv`, rows);
  const options = { databaseUrl: url, operators: [london], mediumKey };
  return await withImporter(options, (importer) => importFile(importer, { formats, path: file }));
}

const countsOf = (report: FileReport) => JSON.parse(JSON.stringify(report.counts));

describe('a file that may be of several formats', () => {
  it('is read in the format that recognises it, and is unchanged when the same content comes again', async () => {
    const report = await deliver(1, [trip]);
    const again = await deliver(1, [trip]);

    expect(report).toMatchObject({ format: 'plain', status: 'imported', rows: 1 });
    expect(again.status).toBe('unchanged');
  });

  it('is refused with the reason of the first format when no format recognises it', async () => {
    const report = await deliver(1, [{ other: 1 }]);

    expect(report).toMatchObject({
      format: 'enghouse',
      status: 'refused',
      reason: 'the first row is not the header of an Enghouse file',
    });
  });
});

describe('a trip that is delivered with its own card and start', () => {
  it('needs no tap, and keeps its own payment and currency', async () => {
    await deliver(1, [trip]);

    const { rows } = await pool.query(
      `select started_at, tap_id, srid, currency, from_name, service_day::text from trips`,
    );
    expect(rows).toEqual([
      {
        started_at: '2025-06-02 08:00:00+00',
        tap_id: null,
        srid: 'REF1',
        currency: 'EUR',
        from_name: 'Alpha',
        service_day: '2025-06-02',
      },
    ]);
    expect((await pool.query('select operator_code from media')).rows).toEqual([{ operator_code: '77' }]);
  });

  it('moves when a newer export gives it another card, and is neither doubled nor counted as new', async () => {
    await deliver(1, [trip]);

    const report = await deliver(2, [{ ...trip, card: 'other', at: '2025-06-02T09:00:00Z' }]);
    const late = await deliver(1, [{ ...trip, amount: 371 }]);

    expect(countsOf(report).trips).toMatchObject({ inserted: 0, updated: 1, unchanged: 0 });
    expect(countsOf(late).trips).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 });
    expect((await pool.query('select started_at from trips')).rows).toEqual([{ started_at: '2025-06-02 09:00:00+00' }]);
  });

  it('keeps its payment when a newer export gives it a tap without one, and that tap is corrected', async () => {
    const tap = { tap_id: 'T', token: 'card', terminal_date: '2025-06-02T08:01:00Z', payment_reference: '' };
    const rest = { operator_id: '77', currency: '826', stop_name: 'Gamma' };
    await deliver(1, [trip]);
    await deliver(2, [{ ...tap, ...rest }]);
    await deliver(3, [{ ...trip, tap: 'T' }]);

    await deliver(4, [{ ...tap, ...rest, stop_name: 'Delta' }]);

    expect((await pool.query('select srid, currency, from_name, started_at from trips')).rows).toEqual([
      { srid: 'REF1', currency: 'GBP', from_name: 'Delta', started_at: '2025-06-02 08:01:00+00' },
    ]);
  });
});

describe('a row that is delivered by itself', () => {
  it('can be a product without a trip, whose start may be corrected', async () => {
    const product = { ...trip, what: 'product', id: 'P', amount: 2500 };
    await deliver(1, [product, trip]);

    const report = await deliver(2, [{ ...product, at: '2025-06-03T00:00:00Z' }]);

    expect(report.status).toBe('imported');
    const { rows } = await pool.query('select name, valid_from, amount_minor::int, currency, srid from products');
    expect(rows).toEqual([
      {
        name: 'Week pass',
        valid_from: '2025-06-03 00:00:00+00',
        amount_minor: 2500,
        currency: 'EUR',
        srid: 'REF1',
      },
    ]);
  });

  it('can be a payment with its own method and reason', async () => {
    await deliver(1, [{ ...trip, what: 'payment', id: 'W' }]);

    const { rows } = await pool.query('select method, reason, status from payments');
    expect(rows).toEqual([{ method: 'twint', reason: 'product', status: 'accepted' }]);
  });
});
