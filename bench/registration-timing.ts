/**
 * Checks whether the time of a registration's answer shows if the address has an account. Usage:
 * node bench/registration-timing.ts
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createPool } from '@tapfolio/server/src/database/pool.ts';
import { buildMedium } from '@tapfolio/server/test/factories/media.ts';
import { buildPayment } from '@tapfolio/server/test/factories/payments.ts';
import { traceHeader } from '../apps/server/test/trace-header.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { type BenchServer, startBenchServer } from './lib/bench-server.ts';
import { root } from './lib/process.ts';
import { report } from './lib/result.ts';
import { compare, samples, type TwoSamples, takeTimes, warmUp } from './lib/two-samples.ts';

const { consent } = JSON.parse(readFileSync(path.join(root, 'config/demo.json'), 'utf8'));
const database = await startBenchDatabase();
try {
  const server = await startBenchServer(database.url, 'auth');
  try {
    const srid = await fill();
    report([compare('registration', await measure(server, srid))]);
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}

/** Half of the addresses have an account. The one charge belongs to a card that no account has linked. */
async function fill(): Promise<string> {
  await database.client.query(
    `insert into passengers (passenger_id, email, display_language)
    select gen_random_uuid(), 'known-' || n || '@example.org', 'en_CA' from generate_series(1, $1::integer) n`,
    [2 * (samples + warmUp)],
  );
  const pool = createPool({ url: database.url });
  const { medium_id } = await buildMedium(pool);
  const { srid } = await buildPayment(pool, { medium_id, opened_at: '2026-05-04T12:00:00Z' });
  await pool.end();
  return srid ?? '';
}

async function measure(server: BenchServer, srid: string): Promise<TwoSamples> {
  const attempts = {
    known: (number: number) => timeRegistration(server, srid, `known-${number}@example.org`),
    unknown: (number: number) => timeRegistration(server, srid, `nobody-${number}@example.org`),
    control: (number: number) => timeRegistration(server, srid, `known-${samples + warmUp + number}@example.org`),
  };
  // Without this, the rate limits would stop the bench after twenty attempts per address.
  return await takeTimes(attempts, () => database.client.query('delete from throttles'));
}

async function timeRegistration(server: BenchServer, srid: string, email: string): Promise<number> {
  const password = 'ferries-run-on-sundays-too';
  const charge = { srid, amountMinor: 740, cardName: 'Blue card' };
  const before = performance.now();
  const response = await fetch(`${server.address}/public/api/v1/auth/registrations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-trace': traceHeader('register') },
    body: JSON.stringify({ email, password, ...charge, consentVersion: consent.version, language: 'en_CA' }),
  });
  await response.arrayBuffer();
  if (response.status !== 202) throw new Error(`registration answered ${response.status}`);
  return performance.now() - before;
}
