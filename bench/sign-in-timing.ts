/**
 * Whether the time of an answer tells a known address from an unknown one: the Kolmogorov-Smirnov distance between the
 * two, over HTTP, and between two halves of the known ones as what chance alone makes. Usage: node bench/sign-in-timing.ts
 */
import { hashPassword } from '@tapfolio/server/src/modules/passwords/password-hashing.ts';
import { traceHeader } from '../apps/server/test/trace-header.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { type BenchServer, startBenchServer } from './lib/bench-server.ts';
import { report } from './lib/result.ts';
import { compare, samples, warmUp } from './lib/two-samples.ts';

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
  report([compare('sign-in', { known, unknown, control })]);
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
