/**
 * The city of one worker of the journeys: the city of `npm start`, with spare cards so that a test can have passengers of its own,
 * and without the old years of the very long history. start-worlds.ts forks it and receives all addresses in a message.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stopOnSignals } from '../../apps/server/src/lib/stop-on-signals.ts';
import { type Medium, mediumOf, successorOf } from '../../demo/back-office/media.ts';
import {
  afterReplacement,
  beforeReplacement,
  commuting,
  errands,
  firstTrips,
  fiveTrips,
  type Habit,
  unpaid,
} from '../../demo/people/habits.ts';
import { type DemoCard, demoPassword, people } from '../../demo/people/people.ts';
import { startWorld } from '../../demo/world/start-world.ts';
import type { RunningWorld, SpareHabit, SpareStatements } from './running-world.ts';

/** More than one run of all journeys uses, also if some run twice. */
const spareHabits: Record<SpareHabit, { habit: Habit; count: number }> = {
  errands: { habit: errands, count: 60 },
  firstTrips: { habit: firstTrips, count: 30 },
  commuting: { habit: commuting, count: 8 },
  unpaid: { habit: unpaid, count: 24 },
  fiveTrips: { habit: fiveTrips, count: 6 },
  beforeReplacement: { habit: beforeReplacement, count: 6 },
};

const habitNames = Object.keys(spareHabits).filter((name): name is SpareHabit => name in spareHabits);

const spareCards = habitNames.flatMap((name) =>
  Array.from({ length: spareHabits[name].count }, (_, index): DemoCard => {
    const lastFour = String(2000 + index * 7).padStart(4, '0');
    const medium = mediumOf(`spare ${name} ${index}`, { brand: 'VISA', formFactor: 'plastic', lastFour });
    const card = { name, medium, habit: spareHabits[name].habit };
    return name === 'beforeReplacement' ? { ...card, successor: newCardOf(medium, name) } : card;
  }),
);

/** All new cards end in 9981. */
function newCardOf(medium: Medium, name: string): DemoCard {
  return { name, medium: successorOf(medium, `after ${medium.token}`, '9981'), habit: afterReplacement };
}

/**
 * The demo's operator behind a proxy: each test calls from an address of its own, as passengers do, so that wrong passwords in one
 * test do not lock the sign-in of another. A fare that the bank refused may be tried again at once.
 */
function writeConfig(): string {
  const demo: { http?: object } = JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, '../../config/demo.json'), 'utf8'),
  );
  const directory = process.env.TAPFOLIO_DATA ?? mkdtempSync(path.join(os.tmpdir(), 'tapfolio-e2e-'));
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, 'config.json');
  const http = { ...demo.http, trustedProxies: ['127.0.0.1', '::1'] };
  writeFileSync(file, JSON.stringify({ ...demo, http, debtTries: { pauseMinutes: 0 } }));
  return file;
}

const hasNoRunner = new Promise((resolve) => process.once('disconnect', resolve));
const world = await startWorld(writeConfig(), { spareCards, recentOnly: true });
stopOnSignals(world);
// A killed test runner cannot stop its cities: a city without a runner stops itself.
void hasNoRunner.then(() => process.kill(process.pid, 'SIGINT'));

const spareStatements: SpareStatements = {
  errands: [],
  firstTrips: [],
  commuting: [],
  unpaid: [],
  fiveTrips: [],
  beforeReplacement: [],
};
for (const [index, { srid, amountMinor }] of world.spareStatements.entries()) {
  const name = habitNames.find((candidate) => candidate === spareCards[index]?.name);
  if (name !== undefined) spareStatements[name].push({ srid, amountMinor });
}
const { address, mailboxUrl, bankUrl, backOfficeUrl, operatorKey, providerUrl, databaseUrl, inbox, takenStatement } =
  world;
const told: RunningWorld = {
  address,
  mailboxUrl,
  bankUrl,
  backOfficeUrl,
  operatorKey,
  providerUrl,
  databaseUrl,
  inbox,
  takenStatement,
  spareStatements,
  people,
  password: demoPassword,
};
process.send?.(told);
