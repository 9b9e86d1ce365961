/**
 * The trips page over HTTP against pgbench running the same statements, on two million trips, and the memory of the
 * server meanwhile. Usage: node bench/trips-page.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { passGate } from '@tapfolio/server/src/modules/sessions/sessions.queries.ts';
import { readTripPage } from '@tapfolio/server/src/modules/trips/trips.service.ts';
import { fillPassengers, fillTrips, mediumIdSql, startBenchDatabase, tokenHashSql } from './lib/bench-database.ts';
import { type BenchServer, startBenchServer } from './lib/bench-server.ts';
import { requestsPerSecond } from './lib/load.ts';
import { createRecorder, Expression, runsPerSecond, writeScript } from './lib/pgbench.ts';
import { findTool, residentMegabytes } from './lib/process.ts';
import { type BenchOutcome, median, report } from './lib/result.ts';

const media = 20_000;
const tripsEach = 100;
const rounds = 5;
const secondsEach = 4;

const scratch = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bench-'));
const database = await startBenchDatabase();
try {
  console.log(`filling ${media * tripsEach} trips …`);
  await fillTrips(database.client, media, tripsEach);
  await fillPassengers(database.client, media);
  const server = await startBenchServer(database.url, 'auth,portal');
  try {
    report(await measure(server));
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
  rmSync(scratch, { recursive: true, force: true });
}

async function measure(server: BenchServer): Promise<BenchOutcome[]> {
  await sleep(3000);
  const idle = residentMegabytes(server.child.pid ?? 0);
  const pgbench = findTool('pgbench', 'postgresql');
  const script = path.join(scratch, 'page.sql');
  writeScript(script, await recordRequest(), media);
  const load = {
    url: `${server.address}/public/api/v1/portal/cards/1/trips?limit=20`,
    passengers: media,
    seconds: secondsEach,
    scriptFile: path.join(scratch, 'load.lua'),
  };
  let busiest = idle;
  const watch = setInterval(() => {
    busiest = Math.max(busiest, residentMegabytes(server.child.pid ?? 0));
  }, 100);
  const ratios: number[] = [];
  const served: number[] = [];
  await requestsPerSecond(load);
  for (let round = 1; round <= rounds; round += 1) {
    const http = await requestsPerSecond(load);
    served.push(http);
    if (!pgbench) continue;
    const bound = await runsPerSecond(pgbench, database.url, script, secondsEach);
    ratios.push(http / bound);
    console.log(
      `round ${round}: ${Math.round(http)} pages/s, pgbench ${Math.round(bound)}/s, ${(http / bound).toFixed(2)}`,
    );
  }
  clearInterval(watch);
  const detail = `pgbench of the same two statements, ${media * tripsEach} trips; ${Math.round(median(served))} pages/s`;
  const page: BenchOutcome = pgbench
    ? { name: 'Trips page over HTTP', measured: median(ratios), unit: 'ratio', goal: 0.45, better: 'more', detail }
    : { name: 'Trips page over HTTP', skipped: 'there is no pgbench here and none could be installed' };
  return [page, memory('idle', idle, 150), memory('under load', busiest, 300)];
}

/** The statements that one request for the first page runs, for whichever passenger pgbench draws. */
async function recordRequest() {
  const { db, statements } = createRecorder();
  await passGate(db, [new Expression(tokenHashSql(':passenger')), 1]);
  // The service only hands the medium on to its statement.
  const medium = new Expression(mediumIdSql(':passenger')) as unknown as string;
  await readTripPage(db, medium, { limit: 20 }, 'en');
  return statements;
}

function memory(when: string, measured: number, goal: number): BenchOutcome {
  const detail = 'resident memory of the server process, without PostgreSQL';
  return { name: `Server memory ${when}`, measured, unit: 'MB', goal, better: 'less', detail };
}
