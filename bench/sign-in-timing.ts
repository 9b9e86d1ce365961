/**
 * Checks whether the time of an answer to a sign-in or to a request for a reset link shows if the address is known. Measures the
 * Kolmogorov-Smirnov distance between known and unknown addresses over HTTP, and between two halves of the known ones: the
 * distance that chance alone makes.
 * Usage: node bench/sign-in-timing.ts
 */
import { hashPassword } from '@tapfolio/server/src/lib/password-hashing.ts';
import { traceHeader } from '../apps/server/test/trace-header.ts';
import { fillAccounts, startBenchDatabase } from './lib/bench-database.ts';
import { type BenchServer, startBenchServer } from './lib/bench-server.ts';
import { report } from './lib/result.ts';
import { compare, samples, type TwoSamples, takeTimes, warmUp } from './lib/two-samples.ts';

const database = await startBenchDatabase();
try {
  // No sign-in succeeds here, so the hash may be that of any password.
  const passwordHash = await hashPassword(Buffer.alloc(32), 'whatever');
  await fillAccounts(database.client, { name: 'known', count: 2 * (samples + warmUp), passwordHash });
  const server = await startBenchServer(database.url, 'auth');
  try {
    await measure(server);
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}

async function measure(server: BenchServer): Promise<void> {
  const password = 'not the password at all';
  const signIn = (email: string) => timeOf(server, { path: 'sessions', page: 'login', status: 403, email, password });
  const reset = { path: 'user/password_reset', page: 'forgot-password', status: 202 };
  const askForReset = (email: string) => timeOf(server, { ...reset, email });
  report([compare('sign-in', await times(signIn)), compare('asking for a reset', await times(askForReset))]);
}

async function times(timeFor: (email: string) => Promise<number>): Promise<TwoSamples> {
  const attempts = {
    known: (number: number) => timeFor(`known-${number}@example.org`),
    unknown: (number: number) => timeFor(`nobody-${number}@example.org`),
    control: (number: number) => timeFor(`known-${samples + warmUp + number}@example.org`),
  };
  // Without this, the limits would stop the bench after five attempts per account and twenty per IP address.
  return await takeTimes(attempts, () => database.client.query('delete from throttles'));
}

async function timeOf(
  server: BenchServer,
  { path, page, status, ...body }: { path: string; page: string; status: number; email: string; password?: string },
): Promise<number> {
  const before = performance.now();
  const response = await fetch(`${server.address}/public/api/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-trace': traceHeader(page) },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  if (response.status !== status) throw new Error(`${path} answered ${response.status}`);
  return performance.now() - before;
}
