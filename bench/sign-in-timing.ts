/**
 * Whether the time of an answer tells a known address from an unknown one: the Kolmogorov-Smirnov distance between the
 * two, over HTTP, and between two halves of the known ones as what chance alone makes. Usage: node bench/sign-in-timing.ts
 */
import { hashPassword } from '@tapfolio/server/src/modules/passwords/password-hashing.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { type BenchServer, startBenchServer } from './lib/bench-server.ts';
import { median, report } from './lib/result.ts';
import { traceHeader } from './lib/trace-header.ts';

const samples = 200;
const warmUp = 20;
/** Critical value at 0.1 % for two samples of 200. */
const goal = 0.195;

const database = await startBenchDatabase();
try {
  await fillAccounts();
  const server = await startBenchServer(database.url, 'auth');
  try {
    await measure(server);
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}

/** Nobody ever signs in here, so one hash of any password will do for all. */
async function fillAccounts(): Promise<void> {
  const hash = await hashPassword(Buffer.alloc(32), 'whatever');
  await database.client.query(
    `with made as (
      insert into passengers (passenger_id, email, display_language)
      select gen_random_uuid(), 'known-' || n || '@example.org', 'en_CA' from generate_series(1, $1::integer) n
      returning passenger_id
    )
    insert into credentials (passenger_id, password_hash) select passenger_id, $2 from made`,
    [2 * samples + warmUp, hash],
  );
}

async function measure(server: BenchServer): Promise<void> {
  const known: number[] = [];
  const unknown: number[] = [];
  const control: number[] = [];
  for (let n = 1; n <= samples + warmUp; n += 1) {
    // The limits would end this after five attempts per address and twenty per machine.
    if (n % 5 === 0) await database.client.query('delete from throttles');
    const times = [
      await timeSignIn(server, `known-${n}@example.org`),
      await timeSignIn(server, `nobody-${n}@example.org`),
      await timeSignIn(server, `known-${samples + n}@example.org`),
    ];
    if (n <= warmUp) continue;
    for (const [index, list] of [known, unknown, control].entries()) list.push(times[index] ?? 0);
  }
  const medians = [known, unknown].map((list) => median(list).toFixed(1)).join(' and ');
  const chance = distance(known, control).toFixed(3);
  report([
    {
      name: 'sign-in: known against unknown address',
      measured: distance(known, unknown),
      unit: 'ratio',
      goal,
      better: 'less',
      detail: `Kolmogorov-Smirnov distance of ${samples} answers each; medians ${medians} ms; known against known ${chance}`,
    },
  ]);
}

async function timeSignIn(server: BenchServer, email: string): Promise<number> {
  const before = performance.now();
  const response = await fetch(`${server.address}/public/api/v1/auth/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-trace': traceHeader('login') },
    body: JSON.stringify({ email, password: 'not the password at all' }),
  });
  await response.arrayBuffer();
  if (response.status !== 403) throw new Error(`sign-in answered ${response.status}`);
  return performance.now() - before;
}

/** The largest gap between the two empirical distributions: 0 for the same, 1 for no overlap. */
function distance(left: number[], right: number[]): number {
  const shareBelow = (list: number[], limit: number) => list.filter((value) => value <= limit).length / list.length;
  return Math.max(...[...left, ...right].map((limit) => Math.abs(shareBelow(left, limit) - shareBelow(right, limit))));
}
