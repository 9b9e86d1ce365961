/**
 * Whether the time of an answer tells a known address from an unknown one: the Kolmogorov-Smirnov distance between the
 * two, over HTTP, and between two halves of the known ones as what chance alone makes. Usage: node bench/sign-in-timing.ts
 */
import { hashPassword } from '@tapfolio/server/src/lib/password-hashing.ts';
import { traceHeader } from '../apps/server/test/trace-header.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { type BenchServer, startBenchServer } from './lib/bench-server.ts';
import { report } from './lib/result.ts';
import { compare, samples, takeTimes, warmUp } from './lib/two-samples.ts';

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
    [2 * (samples + warmUp), hash],
  );
}

async function measure(server: BenchServer): Promise<void> {
  const attempts = {
    known: (number: number) => timeSignIn(server, `known-${number}@example.org`),
    unknown: (number: number) => timeSignIn(server, `nobody-${number}@example.org`),
    control: (number: number) => timeSignIn(server, `known-${samples + warmUp + number}@example.org`),
  };
  // The limits would end this after five attempts per address and twenty per machine.
  report([compare('sign-in', await takeTimes(attempts, () => database.client.query('delete from throttles')))]);
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
