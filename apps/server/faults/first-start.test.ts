import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readServerState } from '@tapfolio/embedded-postgres/pid-file.ts';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { quickPlace } from '../../../scripts/lib/quick-place.ts';
import { freePort } from '../test/listen.ts';
import { isWholeTable, untilTrue } from './city.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** The message that `npm start` sends to its parent process when everything is ready. */
interface StartedCity {
  databaseUrl: string;
  people: { email: string; cards: { name: string }[]; favourites?: { name: string }[] }[];
}

/** An empty folder, for a city with the database that npm brought. */
async function emptyPlace() {
  const home = mkdtempSync(path.join(quickPlace(), 'tapfolio-first-start-'));
  // As root the database runs under another account, which needs access.
  chmodSync(home, 0o755);
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const port = String(await freePort());
  const environment = { ...process.env, TAPFOLIO_DATA: home, TAPFOLIO_PORT: port, DATABASE_URL: '', NODE_ENV: '' };
  const begin = (): ChildProcess => {
    const child = fork(path.join(root, 'demo/main.ts'), {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  return { home, begin };
}

/** Returns when the database in this folder runs and has a row. */
async function untilFound(home: string, question: string): Promise<void> {
  const isFound = async () => {
    const client = new pg.Client({ host: path.join(home, 'postgres'), user: 'tapfolio', database: 'tapfolio' });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(question)).rowCount !== 0;
    } catch {
      return false; // no server or no table yet
    } finally {
      await client.end().catch(() => {});
    }
  };
  await untilTrue(isFound, 120_000, 5);
}

/** What a start has done at the time of the kill, early and late. */
const courses = [
  ['select from schema_migrations', 'select from feed_files', 'select from passengers offset 2'],
  ['select from feed_files offset 4', 'select from favourites', 'select from passengers offset 17'],
  ['select from passengers offset 9', 'select from refunds', 'select from card_claims'],
  // Each start leaves people whose registration is not confirmed: a city registers from one address.
  ['select from registrations', 'select from registrations offset 2', 'select from passengers offset 12'],
];

it.runIf(isWholeTable).each(courses)(
  'a city is whole although its first starts were killed: %s; %s; %s',
  async (...moments) => {
    const { home, begin } = await emptyPlace();
    for (const moment of moments) {
      const child = begin();
      await untilFound(home, moment);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }

    const last = begin();
    const ended = once(last, 'exit');
    const started = await Promise.race([once(last, 'message'), ended]);
    const { databaseUrl, people } = started[0] as StartedCity; // what demo/main.ts sends
    const found = await accountsOf(databaseUrl);
    last.kill('SIGTERM');

    const wished = people.map(({ email, cards, favourites = [] }) => ({
      email,
      cards: cards.map(({ name }) => name).sort(),
      favourites: favourites.map(({ name }) => name).sort(),
    }));
    expect(wished.length).toBeGreaterThan(15);
    expect(found).toEqual(expect.arrayContaining(wished));
    expect((await ended)[0]).toBe(0);
  },
);

it.runIf(isWholeTable)(
  'a city that is stopped in the middle of its first start leaves no database behind',
  async () => {
    const { home, begin } = await emptyPlace();
    const child = begin();
    const ended = once(child, 'exit');
    await untilFound(home, 'select from feed_files');

    child.kill('SIGTERM');

    expect((await ended)[0]).toBe(0);
    expect(readServerState(path.join(home, 'postgres'))).toBeUndefined();
  },
);

async function accountsOf(databaseUrl: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(`select email,
      array(select name from cards c where c.passenger_id = p.passenger_id order by name collate "C") as cards,
      array(select name from favourites f where f.passenger_id = p.passenger_id order by name collate "C") as favourites
    from passengers p`);
  await client.end();
  return rows;
}
