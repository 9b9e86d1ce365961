/**
 * Receipts per second over HTTP, from the session check to the last byte, against the bare compiler on the same
 * documents. Usage: node bench/receipts.ts
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { loadConfig } from '@tapfolio/server/src/config/config.ts';
import { deriveKeys } from '@tapfolio/server/src/config/keys.ts';
import { createPool } from '@tapfolio/server/src/database/pool.ts';
import { createReadClients } from '@tapfolio/server/src/database/read-clients.ts';
import { makeReceipt } from '@tapfolio/server/src/modules/receipts/receipts.service.ts';
import { TimetableNames } from '@tapfolio/server/src/modules/travel/timetable-names.ts';
import { wholeHistory } from '../apps/server/src/gate/own-media.ts';
import { fillPassengers, fillTrips, mediumIdSql, startBenchDatabase } from './lib/bench-database.ts';
import { startBenchServer } from './lib/bench-server.ts';
import { requestsPerSecond } from './lib/load.ts';
import { root } from './lib/process.ts';
import { median, report } from './lib/result.ts';

/** The part of the Typst binding used here; the platform's package brings no declarations. */
interface TypstCompiler {
  pdf(
    source: { mainFilePath: string; inputs: Record<string, string> },
    options: { pdfStandard: 'ua-1'; creationTimestamp: number },
  ): Uint8Array;
  evictCache(age: number): void;
}

const binding = '@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu';
const documents = path.join(root, 'apps/server/src/documents');
const passengers = 200;
const tripsEach = 8;
const paymentId = '00000000-0000-8000-8000-000000000001';
const rounds = 5;
const secondsEach = 4;
const name = 'Receipts over HTTP';

const require = createRequire(path.join(documents, 'compile.worker.ts'));
if (existsSync(path.join(root, 'node_modules', binding))) report([await measure()]);
else report([{ name, skipped: 'the document compiler is not available on this platform' }]);

async function measure() {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bench-'));
  const database = await startBenchDatabase();
  try {
    await fillTrips(database.client, passengers, tripsEach);
    await fillPassengers(database.client, passengers);
    await fillPayments();
    const inputs = await recordInputs(database.url);
    const compiler = openCompiler();
    const server = await startBenchServer(database.url, 'auth,portal');
    const load = {
      url: `${server.address}/public/api/v1/portal/cards/1/payments/${paymentId}/receipt?language=en_CA`,
      passengers,
      seconds: secondsEach,
      scriptFile: path.join(scratch, 'load.lua'),
    };
    try {
      const ratios = await compare(
        () => requestsPerSecond(load),
        () => compilesPerSecond(compiler, inputs),
      );
      const detail = `bare Typst compile of the same receipts of ${tripsEach} trips, one thread each`;
      return { name, measured: median(ratios), unit: 'ratio', goal: 0.8, better: 'more', detail } as const;
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
    rmSync(scratch, { recursive: true, force: true });
  }

  /** Inserts one payment per medium that charged all of its trips. All have the same id, which must be unique only per medium. */
  async function fillPayments(): Promise<void> {
    await database.client.query(`update trips set srid = 'BENCHPAYMENT01', started_at = started_at`);
    await database.client.query(
      `insert into payments (medium_id, opened_at, payment_id, operator_code, srid, reason, method, status, due_minor,
        paid_minor, currency, service_day, closed_at, updated_at, exported_at, file_id, line_number)
      select medium_id, max(started_at), $1, '1', 'BENCHPAYMENT01', 'trip', 'emv', 'accepted', sum(fare_minor),
        sum(fare_minor), 'CAD', max(service_day), max(started_at), max(started_at), max(started_at), 1, 1
      from trips group by medium_id`,
      [paymentId],
    );
    await database.client.query('vacuum analyze');
  }
}

/** Compares the server and the bare compiler, round by round. The first calls only warm up the server. */
async function compare(serve: () => Promise<number>, compileBare: () => number): Promise<number[]> {
  await serve();
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const served = await serve();
    const bare = compileBare();
    ratios.push(served / bare);
    console.log(
      `round ${round}: ${served.toFixed(0)} receipts/s, bare ${bare.toFixed(0)}/s, ${(served / bare).toFixed(2)}`,
    );
  }
  return ratios;
}

/** The template inputs of some passengers' receipts, taken from the server's own service. */
async function recordInputs(url: string): Promise<string[]> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bench-'));
  const { config, secrets } = loadConfig(path.join(root, 'config/demo.json'), { TAPFOLIO_DATA: home });
  const pool = createPool({ url });
  const readDb = createReadClients({ url });
  const inputs: string[] = [];
  const documents = {
    compile: async (_template: string, data: unknown) => {
      inputs.push(JSON.stringify(data));
      return new Uint8Array();
    },
    close: async () => {},
  };
  const clock = { now: () => new Date() };
  const travel = { readDb, clock, names: new TimetableNames(readDb) };
  const context = {
    config,
    keys: deriveKeys(secrets.accountKey),
    clock,
    pool,
    readDb,
    documents,
    identityProvider: undefined,
    travel,
  };
  const { rows } = await pool.query<{ medium_id: string }>(
    `select ${mediumIdSql('n')} as medium_id from generate_series(1, 50) n`,
  );
  for (const row of rows)
    await makeReceipt(context, { medium: wholeHistory(row.medium_id), paymentId, locale: 'en_CA' });
  await readDb.end();
  await pool.end();
  rmSync(home, { recursive: true, force: true });
  return inputs;
}

function openCompiler(): TypstCompiler {
  const fonts = ['400Regular/SourceSans3_400Regular.ttf', '600SemiBold/SourceSans3_600SemiBold.ttf'];
  const fontBlobs = fonts.map((file) => readFileSync(require.resolve(`@expo-google-fonts/source-sans-3/${file}`)));
  const { NodeCompiler } = require(binding);
  return NodeCompiler.create({ workspace: documents, fontArgs: [{ fontBlobs }] });
}

function compilesPerSecond(compiler: TypstCompiler, inputs: string[]): number {
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < secondsEach * 1000) {
    const data = inputs[count % inputs.length] ?? '';
    const source = { mainFilePath: path.join(documents, 'receipt.typ'), inputs: { data } };
    compiler.pdf(source, { pdfStandard: 'ua-1', creationTimestamp: 0 });
    compiler.evictCache(0);
    count += 1;
  }
  return (count * 1000) / (performance.now() - startedAt);
}
