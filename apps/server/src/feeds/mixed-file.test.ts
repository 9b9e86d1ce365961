import { expect, it } from 'vitest';
import { london, mediumKey, temporaryFolder, writeRows } from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import type { Format } from './format.ts';
import { importFile } from './import-deliveries.ts';
import { Importer } from './importer.ts';
import { emptyChunk } from './row-context.ts';
import type { Chunk } from './writer/canonical.ts';

const { pool, url } = await createTestDatabase();

const [mediumId, tapId, tripId, paymentId] = [1, 2, 3, 4].map(uuidOf) as [string, string, string, string];
const common = { line: 1, operatorCode: london.code, srid: 'REF1' };

/** As many rows as fill a batch, so that the next rows are written in a second batch. */
const fullBatch = Array.from({ length: 20_000 }, (_, line) => ({ line, text: '' }));

const fareAndPayment: Chunk = {
  ...emptyChunk(),
  raw: fullBatch,
  trips: [
    {
      ...common,
      tripId,
      boarding: { tapId },
      currency: null,
      lineId: null,
      status: 'calculated',
      fareMinor: 370,
      fareReason: null,
      fromName: null,
      toName: null,
      checkedOutAt: null,
      updatedAt: '2025-07-01T00:00:00Z',
      product: null,
    },
  ],
  payments: [
    {
      ...common,
      paymentId,
      mediumId,
      openedAt: '2025-06-03T00:00:00Z',
      closedAt: null,
      reason: 'trip',
      method: 'emv',
      status: 'accepted',
      dueMinor: 370,
      paidMinor: 370,
      debtPaidMinor: 0,
      currency: 'GBP',
      serviceDay: '2025-06-03',
    },
  ],
};

const tap: Chunk = {
  ...emptyChunk(),
  raw: [{ line: 20_000, text: '' }],
  taps: [
    {
      ...common,
      line: 20_000,
      tapId,
      mediumId,
      tappedAt: '2025-06-02T08:00:00Z',
      direction: 'on',
      outcome: 'accepted',
      stopId: null,
      stopName: 'Alpha',
      lineId: null,
      lineName: null,
      currency: 'EUR',
      receivedAt: null,
      lastFour: null,
      mediumType: null,
    },
  ],
};

const mixed: Format = {
  name: 'mixed',
  about: 'Fares, payments and taps in one file',
  listFiles: async (place) => [place],
  recognise: async ({ name }) => {
    const parts = [{ kind: 'trips' as const, read: () => chunksOf(fareAndPayment, tap) }];
    return { name, exportedAt: '2025-07-01T00:00:00Z', parts, notes: new Map() };
  },
};

async function* chunksOf(...chunks: Chunk[]): AsyncGenerator<Chunk> {
  yield* chunks;
}

function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

it('corrects a fare and a payment by a tap that comes in a later batch of the same file', async () => {
  const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
  try {
    const file = writeRows(temporaryFolder(), 'mixed.csv', [{ any: 1 }]);
    const report = await importFile(importer, { formats: [mixed], path: file });
    expect(report.status).toBe('imported');
  } finally {
    await importer.close();
  }

  const { rows: trips } = await pool.query('select from_name, currency from trips');
  expect(trips).toEqual([{ from_name: 'Alpha', currency: 'EUR' }]);
  const { rows: payments } = await pool.query('select currency, service_day::text from payments');
  expect(payments).toEqual([{ currency: 'EUR', service_day: '2025-06-02' }]);
});
