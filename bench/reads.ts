/**
 * The most frequent calls of passengers, over HTTP, on two million trips: histories, single rows, the list of cards and the sums
 * of home. Each is compared with the sum of two limits: the time to look up its main rows by key in a table without partitions,
 * and the time of an HTTP answer with as many bytes. The trips page is also compared with a plain Fastify route that does the
 * same work with joins. Usage: node bench/reads.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  type BenchDatabase,
  fillPassengers,
  fillPayments,
  fillTrips,
  mediumIdSql,
  startBenchDatabase,
  tokenOf,
} from './lib/bench-database.ts';
import { type BenchServer, startBenchServer } from './lib/bench-server.ts';
import { type Load, requestsPerSecond } from './lib/load.ts';
import { Expression, runsPerSecond, writeScript } from './lib/pgbench.ts';
import { findTool, startProgram } from './lib/process.ts';
import { type BenchOutcome, median, report } from './lib/result.ts';

const media = 20_000;
const tripsEach = 100;
const months = 25;
const rounds = 3;
const secondsEach = 3;

/** One call, and the bare statement that finds its main rows. */
interface Case {
  readonly name: string;
  readonly path: string;
  readonly bare: string;
  readonly goal: number;
}

const ofMedium = 'where medium_id = $1 order by started_at desc, trip_id limit 21';
const newest = `select * from bare_trips ${ofMedium}`;
/** The single row belongs to one passenger, because its id is in the address. */
const alone = 1;

const scratch = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bench-'));
const pgbench = findTool('pgbench', 'postgresql');
const database = await startBenchDatabase();
try {
  console.log(`filling ${media * tripsEach} trips …`);
  await fill(database);
  const server = await startBenchServer(database.url, 'auth,portal');
  try {
    const outcomes: BenchOutcome[] = [];
    for (const one of await cases(server)) outcomes.push(await compare(server, one));
    outcomes.push(await compareWithPeer(server));
    report(outcomes);
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
  rmSync(scratch, { recursive: true, force: true });
}

async function fill({ client }: BenchDatabase): Promise<void> {
  await fillTrips(client, media, tripsEach);
  await fillPassengers(client, media);
  await fillPayments(client);
  await client.query('select ensure_months(now() - make_interval(months => $1::integer), now())', [months]);
  for (const table of ['trips', 'payments', 'media', 'cards'])
    await client.query(`create table bare_${table} as select * from ${table} order by 1, 2`);
  await client.query('create unique index on bare_trips (medium_id, started_at, trip_id)');
  await client.query('create unique index on bare_payments (medium_id, opened_at, payment_id)');
  await client.query('create unique index on bare_media (medium_id)');
  await client.query('vacuum analyze');
}

/** Reaches the last page as a passenger does, from cursor to cursor. */
async function cases(server: BenchServer): Promise<(Case & { passengers: number })[]> {
  const base = '/cards/1/trips?limit=20';
  const pages = [await readPage(server, base)];
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
    pages.push(await readPage(server, `${base}&cursor=${cursor}`));
  const lastCursor = pages.at(-2)?.nextCursor ?? '';
  const trip = pages[0]?.items[5];
  const one = `/cards/1/trips/${trip?.id}?at=${trip?.startedAt}`;
  const row = 'select * from bare_trips where medium_id = $1 order by started_at desc limit 1';
  const payments = 'select * from bare_payments where medium_id = $1 order by opened_at desc, payment_id limit 21';
  const card = 'select * from bare_media where medium_id = $1';
  const month = `select count(*), sum(fare_minor) from bare_trips where medium_id = $1 and started_at >= now() - interval '28 days'`;
  return [
    { name: 'Payments page', path: '/cards/1/payments?limit=20', bare: payments, goal: 0.25, passengers: media },
    { name: 'Trips page of one card, first', path: base, bare: newest, goal: 0.45, passengers: alone },
    {
      name: 'Trips page of one card, last',
      path: `${base}&cursor=${lastCursor}`,
      bare: newest,
      goal: 0.3,
      passengers: alone,
    },
    { name: 'Trip by its id', path: one, bare: row, goal: 0.2, passengers: alone },
    { name: 'List of cards', path: '/cards', bare: card, goal: 0.2, passengers: media },
    { name: 'One card with its last week', path: '/cards/1', bare: newest, goal: 0.15, passengers: media },
    { name: 'Sums of home', path: '/spend?weeks=4', bare: month, goal: 0.2, passengers: media },
  ];
}

async function readPage(
  { address }: BenchServer,
  url: string,
): Promise<{ items: { id: string; startedAt: string }[]; nextCursor: string | null }> {
  const response = await get(`${address}/public/api/v1/portal${url}`);
  return JSON.parse(await response.text());
}

async function get(url: string): Promise<Response> {
  const response = await fetch(url, { headers: { cookie: `tapfolio-session=${tokenOf(alone)}` } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}

async function compare(
  server: BenchServer,
  { name, path: callPath, bare, goal, passengers }: Case & { passengers: number },
) {
  if (!pgbench) return { name, skipped: 'there is no pgbench here and none could be installed' };
  const url = `${server.address}/public/api/v1/portal${callPath}`;
  const load: Load = { url, passengers, seconds: secondsEach, scriptFile: path.join(scratch, 'load.lua') };
  const bytes = (await (await get(url)).arrayBuffer()).byteLength;
  const script = path.join(scratch, 'bare.sql');
  writeScript(script, [{ text: bare, values: [new Expression(mediumIdSql(':passenger'))] }], passengers);
  const answers = await startProgram('bench/lib/bare-answer.ts', {}, /Listening on (\S+)\n/, [String(bytes)]);
  const bareUrl = /http\S+/.exec(answers.line)?.[0] ?? '';
  const served: number[] = [];
  const ratios: number[] = [];
  try {
    await requestsPerSecond(load);
    for (let round = 1; round <= rounds; round += 1) {
      const calls = await requestsPerSecond(load);
      const bareAnswers = await requestsPerSecond({ ...load, url: bareUrl });
      const lookups = await runsPerSecond(pgbench, database.url, script, secondsEach);
      served.push(calls);
      ratios.push(calls * (1 / bareAnswers + 1 / lookups));
    }
  } finally {
    await answers.stop();
  }
  const detail = `a bare look-up and a bare answer of ${bytes} bytes; ${months} months, ${Math.round(median(served))} calls/s`;
  return { name, measured: median(ratios), unit: 'ratio', goal, better: 'more', detail } satisfies BenchOutcome;
}

/** The peer joins session, names and rows in one statement and has no sums, limits, headers or log. */
async function compareWithPeer(server: BenchServer): Promise<BenchOutcome> {
  const peer = await startProgram('bench/lib/plain-peer.ts', { DATABASE_URL: database.url }, /Listening on (\S+)\n/);
  const load = { passengers: media, seconds: secondsEach, scriptFile: path.join(scratch, 'load.lua') };
  const ours = `${server.address}/public/api/v1/portal/cards/1/trips?limit=20`;
  const theirs = `${/http\S+/.exec(peer.line)?.[0]}/cards/1/trips`;
  const ratios: number[] = [];
  const served: number[] = [];
  try {
    for (const url of [ours, theirs]) await requestsPerSecond({ ...load, url });
    for (let round = 1; round <= rounds; round += 1) {
      const pages = await requestsPerSecond({ ...load, url: ours });
      const others = await requestsPerSecond({ ...load, url: theirs });
      served.push(others);
      ratios.push(pages / others);
    }
  } finally {
    await peer.stop();
  }
  const detail = `a plain Fastify route with joins and without day totals, ${Math.round(median(served))} pages/s`;
  return {
    name: 'Trips page against a plain route',
    measured: median(ratios),
    unit: 'ratio',
    goal: 2,
    better: 'more',
    detail,
  };
}
