import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { insertRow } from '../../test/factories/insert-row.ts';
import { buildPassenger } from '../../test/factories/passengers.ts';
import { createDatabases } from '../database/parts.ts';
import { authRole } from '../roles/auth.ts';
import { noteSession, writeSeenNotes } from './seen-notes.ts';

const { pool, signIn, url: databaseUrl } = await createTestApp([authRole]);

describe('a call of a signed-in passenger', () => {
  const url = '/public/api/v1/auth/user/get_settings';
  const age = (passengerId: string, seconds: number) =>
    pool.query('update sessions set last_seen_at = now() - make_interval(secs => $2) where passenger_id = $1', [
      passengerId,
      seconds,
    ]);
  const secondsSinceSeen = async (passengerId: string): Promise<number> => {
    const { rows } = await pool.query(
      'select extract(epoch from now() - last_seen_at)::float8 as seconds from sessions where passenger_id = $1',
      [passengerId],
    );
    return rows[0].seconds;
  };

  it('stores that the session is in use, at most every ten seconds', async () => {
    const { passengerId, call: ask } = await signIn();
    await age(passengerId, 8);
    await ask({ url });
    expect(await secondsSinceSeen(passengerId)).toBeGreaterThan(7);

    await age(passengerId, 300);
    await ask({ url });

    await expect.poll(() => secondsSinceSeen(passengerId)).toBeLessThan(5);
  });

  it('stores it often enough that a short idle time ends no session in use', async () => {
    const { passengerId, call: ask } = await signIn();
    await pool.query('update sessions set idle_seconds = 16 where passenger_id = $1', [passengerId]);
    // Within the ten seconds in which a session with a longer idle time is not stored again.
    await age(passengerId, 8);

    await ask({ url });

    await expect.poll(() => secondsSinceSeen(passengerId)).toBeLessThan(7);
  });

  it('is answered while the row of its session is locked', async () => {
    const { passengerId, call: ask } = await signIn();
    await age(passengerId, 300);
    const locker = await pool.connect();
    onTestFinished(() => locker.release(true));
    await locker.query('begin; lock table sessions in exclusive mode');

    expect((await ask({ url })).statusCode).toBe(200);
  });
});

describe('two processes that store the same sessions at once', () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });

  function openProcess() {
    const databases = createDatabases({ url: databaseUrl });
    onTestFinished(() => databases.end());
    return databases.of('auth').pool;
  }

  async function buildSessions(count: number, secondsAgo: number): Promise<Buffer[]> {
    const { passenger_id } = await buildPassenger(pool);
    const hashes = Array.from({ length: count }, () => randomBytes(32));
    const last_seen_at = new Date(Date.now() - secondsAgo * 1000);
    const expires_at = new Date(Date.now() + 3_600_000);
    for (const token_hash of hashes)
      await insertRow(pool, 'sessions', { token_hash, passenger_id, idle_seconds: 900, last_seen_at, expires_at });
    return hashes;
  }

  const countSeen = async (hashes: Buffer[]): Promise<number> => {
    const sql = `select from sessions where token_hash = any($1) and last_seen_at > now() - interval '10 seconds'`;
    return (await pool.query(sql, [hashes])).rowCount ?? 0;
  };

  const note = (process: ReturnType<typeof openProcess>, hashes: readonly Buffer[]) => {
    for (const hash of hashes) noteSession(process, log, hash.toString('base64'), hash);
  };

  it('store all of them, except those that have ended', async () => {
    const processes = [openProcess(), openProcess()];
    const live = await buildSessions(40, 300);
    const idle = await buildSessions(3, 901);

    for (const [index, process] of processes.entries())
      note(process, index === 0 ? [...live, ...idle] : [...idle, ...live].reverse());
    await writeSeenNotes();

    expect([await countSeen(live), await countSeen(idle), lines]).toEqual([40, 0, []]);
  });

  it('do not wait for a session that another connection has locked, and store the others', async () => {
    const processes = [openProcess(), openProcess()];
    const held = await buildSessions(1, 300);
    const free = await buildSessions(5, 300);
    const holder = await pool.connect();
    onTestFinished(() => holder.release(true));
    await holder.query('begin');
    await holder.query('select from sessions where token_hash = any($1) for update', [held]);

    for (const process of processes) note(process, [...held, ...free]);
    await writeSeenNotes();

    expect([await countSeen(free), await countSeen(held), lines]).toEqual([5, 0, []]);
  });
});
