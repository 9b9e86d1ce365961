/**
 * Requests ten times as many pages as the server can answer, at a constant rate. Measures how many answers come in time, how soon
 * the others are refused, and whether the server works normally afterwards. Usage: node bench/overload.ts
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fillPassengers, fillTrips, startBenchDatabase } from './lib/bench-database.ts';
import { type BenchServer, startBenchServer } from './lib/bench-server.ts';
import { askInTurn, askSteadily, goodPerSecond, isGood, quantile } from './lib/open-loop.ts';
import { tripsPageOf } from './lib/page-request.ts';
import { type BenchOutcome, report } from './lib/result.ts';

const media = 5_000;
const tripsEach = 100;
const times = 10;
const seconds = 15;
const inTimeMs = 1500;
const sockets = 1_900;

const database = await startBenchDatabase();
try {
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
}

async function measure({ address }: BenchServer): Promise<BenchOutcome[]> {
  const request = tripsPageOf({ address, passengers: media });
  const peakNow = async () => goodPerSecond(await askInTurn({ address, seconds: 5, sockets: 16, request }));
  await peakNow();
  const peak = await peakNow();
  if (peak === 0) throw new Error('no page was answered well');
  console.log(`peak: ${Math.round(peak)} pages/s`);

  const flood = await askSteadily({ address, perSecond: peak * times, seconds, sockets, request });
  const inTime = flood.answers.filter((answer) => isGood(answer) && answer.ms <= inTimeMs).length / seconds;
  const pages = flood.answers.filter(isGood).map(({ ms }) => ms);
  const refusals = flood.answers.filter(({ status }) => status === 503).map(({ ms }) => ms);
  const others = flood.answers.length - pages.length - refusals.length;
  console.log(
    `${flood.answers.length + flood.unsent} asked, ${pages.length} pages, ${refusals.length} refused, ${others} neither, ${flood.unsent} not sent`,
  );
  const spread = (list: number[]) => [0.5, 0.9, 0.99].map((share) => Math.round(quantile(list, share))).join(', ');
  console.log(`half, 90 and 99 of 100: pages ${spread(pages)} ms, refusals ${spread(refusals)} ms`);
  await sleep(5_000);
  const after = await peakNow();

  const detail = `of ${Math.round(peak)} pages/s, asked for ${times} times as many over ${sockets} connections`;
  const limit = { better: 'less', unit: 's' } as const;
  return [
    { name: 'Overload: pages within 1.5 s', measured: inTime / peak, unit: 'ratio', goal: 0.7, better: 'more', detail },
    { name: 'Overload: 99 % of pages', measured: quantile(pages, 0.99) / 1000, goal: 1.5, ...limit, detail },
    {
      name: 'Overload: 99 % of refusals',
      // On a fast machine, possibly none is refused and all of them wait.
      measured: refusals.length === 0 ? 0 : quantile(refusals, 0.99) / 1000,
      goal: 0.1,
      ...limit,
      detail: refusals.length === 0 ? `nobody was refused; ${detail}` : detail,
    },
    {
      name: 'Ten seconds after an overload',
      measured: after / peak,
      unit: 'ratio',
      goal: 0.9,
      better: 'more',
      detail: 'pages a second against those before it',
    },
  ];
}
