/**
 * The effect of a flood of sign-ins on all others: the time of pages requested at a low rate during the flood, against the same
 * without the flood. Usage: node bench/sign-in-flood.ts
 */
import { hashPassword } from '@tapfolio/server/src/lib/password-hashing.ts';
import { traceHeader } from '../apps/server/test/trace-header.ts';
import { fillAccounts, fillPassengers, fillTrips, startBenchDatabase } from './lib/bench-database.ts';
import { type BenchServer, startBenchServer } from './lib/bench-server.ts';
import { askInTurn, askSteadily, goodPerSecond, type LoopResult, quantile } from './lib/open-loop.ts';
import { tripsPageOf } from './lib/page-request.ts';
import { type BenchOutcome, median, report } from './lib/result.ts';

const media = 2_000;
const tripsEach = 100;
const times = 10;
const secondsEach = 12;
const pagesPerSecond = 40;
const rounds = 3;
const password = 'ferries-run-on-sundays-too';

const database = await startBenchDatabase();
try {
  await fillTrips(database.client, media, tripsEach);
  await fillPassengers(database.client, media);
  const server = await startBenchServer(database.url, 'auth,portal');
  try {
    // Not those whose pages are requested, because a new sign-in ends old sessions.
    const passwordHash = await hashPassword(server.passwordKey, password);
    await fillAccounts(database.client, { name: 'flood', count: media, passwordHash });
    report(await measure(server));
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}

/** A sign-in as the bytes of plain HTTP. */
function signInAt(address: string) {
  const { host } = new URL(address);
  return (number: number): string => {
    const body = JSON.stringify({ email: `flood-${((number * 7919) % media) + 1}@example.org`, password });
    const head = `Host: ${host}\r\nX-Trace: ${traceHeader('login')}\r\nContent-Type: application/json`;
    return `POST /public/api/v1/auth/sessions HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
}

async function measure({ address }: BenchServer): Promise<BenchOutcome[]> {
  const page = tripsPageOf({ address, passengers: media });
  const signIn = signInAt(address);
  const calmly = () =>
    askSteadily({ address, perSecond: pagesPerSecond, seconds: secondsEach, sockets: 50, request: page });
  await askInTurn({ address, seconds: 4, sockets: 16, request: page });
  const peak = goodPerSecond(await askInTurn({ address, seconds: 6, sockets: 8, request: signIn }));
  if (peak === 0) throw new Error('nobody could sign in');

  const ratios: number[] = [];
  const shares: number[] = [];
  const refusals: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const before = timesOf(await calmly());
    const flooding = { address, perSecond: peak * times, seconds: secondsEach, sockets: 1_000, request: signIn };
    const [beside, flood] = await Promise.all([calmly(), askSteadily(flooding)]);
    console.log(`pages ${statusesOf(beside)}; sign-ins ${statusesOf(flood)}`);
    ratios.push(quantile(timesOf(beside), 0.95) / quantile(before, 0.95));
    shares.push(goodPerSecond(flood) / peak);
    refusals.push(...flood.answers.filter(({ status }) => status === 503).map(({ ms }) => ms));
    console.log(
      `round ${round}: pages ${quantile(before, 0.95).toFixed(1)} ms, beside the flood ${quantile(timesOf(beside), 0.95).toFixed(1)} ms; ${goodPerSecond(flood).toFixed(0)} of ${peak.toFixed(0)} sign-ins/s`,
    );
  }
  const detail = `${Math.round(peak)} sign-ins/s at most, asked for ${times} times as many`;
  return [
    {
      name: 'Pages beside a flood of sign-ins',
      measured: median(ratios),
      unit: 'ratio',
      goal: 2,
      better: 'less',
      detail: `95 % of pages at ${pagesPerSecond}/s, against those without the flood; ${detail}`,
    },
    { name: 'Sign-ins in a flood', measured: median(shares), unit: 'ratio', goal: 0.7, better: 'more', detail },
    {
      name: 'Sign-ins in a flood: 99 % of refusals',
      measured: quantile(refusals, 0.99) / 1000,
      unit: 's',
      goal: 0.1,
      better: 'less',
      detail,
    },
  ];
}

/** Includes refused requests, because their passengers wait too. */
function timesOf({ answers }: LoopResult): number[] {
  return answers.map(({ ms }) => ms);
}

function statusesOf({ answers, unsent }: LoopResult): string {
  const counts = Map.groupBy(answers, ({ status }) => status);
  const list = [...counts].map(
    ([status, of]) => `${of.length} × ${status} (${median(of.map(({ ms }) => ms)).toFixed(0)} ms)`,
  );
  return [...list, `${unsent} not sent`].join(', ');
}
