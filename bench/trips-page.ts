/**
 * The trips page over HTTP, on two million trips, against the sum of two limits: the time to look up the same rows by key in a
 * table without partitions, and the time of an HTTP answer with as many bytes. Neither limit contains the product's own SQL, so
 * slower SQL makes the figure worse. Runs with partitions for two years and for six, and measures the server's memory. Usage:
 * node bench/trips-page.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillPassengers, fillTrips, mediumIdSql, startBenchDatabase, tokenOf } from './lib/bench-database.ts';
import { type BenchServer, startBenchServer } from './lib/bench-server.ts';
import { type Load, requestsPerSecond } from './lib/load.ts';
import { Expression, runsPerSecond, writeScript } from './lib/pgbench.ts';
import { findTool, residentMegabytes, startProgram } from './lib/process.ts';
import { type BenchOutcome, median, report } from './lib/result.ts';

const media = 20_000;
const tripsEach = 100;
/** For each number of months with partitions: the lowest share of the limit that is accepted. */
const goals = [
  { months: 25, goal: 0.5 },
  { months: 72, goal: 0.45 },
];
const rounds = 5;
const secondsEach = 4;
const rowsOfPage = 20;

const scratch = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bench-'));
const database = await startBenchDatabase();
try {
  console.log(`filling ${media * tripsEach} trips …`);
  await fillTrips(database.client, media, tripsEach);
  await fillPassengers(database.client, media);
  await copyBare();
  const outcomes: BenchOutcome[] = [];
  const server = await startBenchServer(database.url, 'auth,portal');
  try {
    for (const { months, goal } of goals) {
      await database.client.query('select ensure_months(now() - make_interval(months => $1::integer), now())', [
        months,
      ]);
      await database.client.query('vacuum analyze');
      outcomes.push(...(await measure(server, months, goal)));
    }
  } finally {
    await server.stop();
  }
  report(outcomes);
} finally {
  await database.stop();
  rmSync(scratch, { recursive: true, force: true });
}

/** Makes a plain table with the same rows and the only key that a page needs. */
async function copyBare(): Promise<void> {
  await database.client.query('create table bare_trips as select * from trips order by medium_id, started_at');
  await database.client.query('create unique index on bare_trips (medium_id, started_at, trip_id)');
}

async function measure(server: BenchServer, months: number, goal: number): Promise<BenchOutcome[]> {
  await sleep(3000);
  const idle = residentMegabytes(server.child.pid ?? 0);
  const url = `${server.address}/public/api/v1/portal/cards/1/trips?limit=${rowsOfPage}`;
  const load = { url, passengers: media, seconds: secondsEach, scriptFile: path.join(scratch, 'load.lua') };
  let busiest = idle;
  const watch = setInterval(() => {
    busiest = Math.max(busiest, residentMegabytes(server.child.pid ?? 0));
  }, 100);
  await requestsPerSecond(load);
  const name = `Trips page with ${months} months of partitions`;
  const page = await comparePage(name, goal, load).finally(() => clearInterval(watch));
  const isFirst = months === goals[0]?.months;
  return isFirst ? [page, memory('idle', idle, 140), memory('under load', busiest, 300)] : [page];
}

async function comparePage(name: string, goal: number, load: Load): Promise<BenchOutcome> {
  const pgbench = findTool('pgbench', 'postgresql');
  if (!pgbench) return { name, skipped: 'there is no pgbench here and none could be installed' };
  const script = path.join(scratch, 'bare.sql');
  const medium = new Expression(mediumIdSql(':passenger'));
  const text = `select * from bare_trips where medium_id = $1 order by started_at desc, trip_id limit ${rowsOfPage + 1}`;
  writeScript(script, [{ text, values: [medium] }], media);
  const bytes = await bytesOf(load.url);
  const bare = await startProgram('bench/lib/bare-answer.ts', {}, /Listening on (\S+)\n/, [String(bytes)]);
  const bareUrl = /http\S+/.exec(bare.line)?.[0] ?? '';
  const ratios: number[] = [];
  const served: number[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const pages = await requestsPerSecond(load);
      const answers = await requestsPerSecond({ ...load, url: bareUrl });
      const lookups = await runsPerSecond(pgbench, database.url, script, secondsEach);
      const limit = 1 / (1 / answers + 1 / lookups);
      served.push(pages);
      ratios.push(pages / limit);
      console.log(
        `round ${round}: ${[pages, answers, lookups, limit].map(Math.round).join(', ')} pages, bare answers, bare look-ups, limit a second: ${(pages / limit).toFixed(3)}`,
      );
    }
  } finally {
    await bare.stop();
  }
  const detail = `a look-up of the same rows by key and an answer of ${bytes} bytes, one after the other; ${media * tripsEach} trips, ${Math.round(median(served))} pages/s`;
  return { name, measured: median(ratios), unit: 'ratio', goal, better: 'more', detail };
}

async function bytesOf(url: string): Promise<number> {
  const response = await fetch(url, { headers: { cookie: `tapfolio-session=${tokenOf(1)}` } });
  if (!response.ok) throw new Error(`a page answered ${response.status}`);
  return (await response.arrayBuffer()).byteLength;
}

function memory(when: string, measured: number, goal: number): BenchOutcome {
  const detail = 'resident memory of the server process, without PostgreSQL';
  return { name: `Server memory ${when}`, measured, unit: 'MB', goal, better: 'less', detail };
}
