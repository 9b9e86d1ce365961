import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { isTemporary } from '../lib/temporary-failures.ts';
import { createReadClients } from './read-clients.ts';

const { pool, url } = await createTestDatabase();
const readDb = createReadClients({ url }, { size: 2, most: 4 });
afterAll(() => readDb.end());
await pool.query(`create function fail_as_lost(said text) returns void language plpgsql as
  $$ begin raise exception '%', said using errcode = '08006'; end $$`);

const numbered = (value: number) => ({ name: 'numbered', text: 'select $1::int as value', values: [value] });
const hundred = Array.from({ length: 100 }, (_, index) => index);

const cutAll = () =>
  pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  );

/** Connections from outside: the nodes of a cluster open and close their own. */
async function connections(): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::integer as count
    from pg_stat_activity
    where pid <> pg_backend_pid()
      and datname = current_database()
      and backend_type = 'client backend'
      and application_name !~ '^citus'`,
  );
  return rows[0].count;
}

describe('the read clients', () => {
  it('answer many parallel reads, each with its own rows', async () => {
    const results = await Promise.all(hundred.map((value) => readDb.query(numbered(value))));

    expect(results.map((result) => result.rows[0]?.value)).toEqual(hundred);
  });

  it('keep a failing statement away from its neighbours', async () => {
    const failing = { name: 'failing', text: 'select 1 / $1::int', values: [0] };
    const results = await Promise.allSettled([
      readDb.query(numbered(1)),
      readDb.query(failing),
      readDb.query(numbered(2)),
      readDb.query(numbered(3)),
    ]);

    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  });

  it('read each type the same in the first run of a statement and in later ones', async () => {
    const every = {
      name: 'every',
      text: `select $1::int as number, null::int as missing, '2026-03-01 08:00:00.5+00'::timestamptz as instant,
        array['a', null] as texts, '\\x01ff'::bytea as bytes, true as flag, '{"a": [1]}'::jsonb as content from generate_series(1, 2)`,
      values: [7],
    };
    const row = {
      number: 7,
      missing: null,
      instant: '2026-03-01 08:00:00.5+00',
      texts: ['a', null],
      bytes: Buffer.from([1, 255]),
      flag: true,
      content: { a: [1] },
    };
    for (let run = 1; run <= 3; run += 1) expect((await readDb.query(every)).rows).toEqual([row, row]);
  });

  it('have a statement described once per connection', async () => {
    const describes = vi.spyOn(pg.Connection.prototype, 'describe');
    onTestFinished(() => describes.mockRestore());
    const lone = createReadClients({ url }, { size: 1, most: 1 });
    onTestFinished(() => lone.end());
    for (const value of [1, 2, 3]) await lone.query(numbered(value));

    expect(describes).toHaveBeenCalledTimes(1);
  });

  it('refuse a number that JavaScript cannot hold, without harm to other reads', async () => {
    const long = (value: string) => ({ name: 'long', text: 'select $1::bigint as value', values: [value] });
    await readDb.query(long('1'));

    const results = await Promise.allSettled([long('9007199254740993'), long('2')].map((query) => readDb.query(query)));

    expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled']);
  });

  it('share one connection while they are few, and open others when they are many', async () => {
    const fresh = createReadClients({ url }, { size: 3, most: 6 });
    onTestFinished(() => fresh.end());
    const before = await connections();
    const ask = (count: number) => Promise.all(hundred.slice(0, count).map((value) => fresh.query(numbered(value))));
    await ask(1);

    // They start at the same time, however busy the machine is.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const few = ask(16);
    clock.mockRestore();
    await few;
    expect((await connections()) - before).toBe(1);
    await ask(100);
    expect((await connections()) - before).toBe(3);
  });

  // What Citus says of another node while the connection to the first one is whole, and any other loss that ends no connection.
  it.each([
    'connection to the remote node tapfolio_portal@worker-1:5432 failed with the following error: Connection refused',
    'lost',
  ])('keep no more connections than before when reads fail again and again: %s', async (said) => {
    const fresh = createReadClients({ url }, { size: 2, most: 4 });
    onTestFinished(() => fresh.end());
    await fresh.query(numbered(1));
    const before = await connections();
    const failing = { text: `select fail_as_lost($1)`, values: [said] };

    const failures = hundred.map(() => fresh.query(failing).catch((error: unknown) => isTemporary(error)));

    expect(await Promise.all(failures)).toEqual(hundred.map(() => true));
    await expect.poll(connections).toBeLessThanOrEqual(before + 1);
    expect((await fresh.query(numbered(7))).rows).toEqual([{ value: 7 }]);
  });

  it('reconnect after their connections were cut', async () => {
    await cutAll();

    expect((await readDb.query(numbered(7))).rows).toEqual([{ value: 7 }]);
    expect((await readDb.query(numbered(8))).rows).toEqual([{ value: 8 }]);
  });

  it('repeat the reads of a connection that is cut', async () => {
    const slow = { text: 'select pg_sleep(0.3), $1::int as value', values: [1] };
    const asked = [readDb.query(slow), readDb.query(slow), ...hundred.map((value) => readDb.query(numbered(value)))];
    await pause(50);

    await cutAll();

    const results = await Promise.allSettled(asked);
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});

it('the reads share the only connection that the database still gives', async () => {
  await pool.query('create role scarce login connection limit 1');
  onTestFinished(async () => void (await pool.query('drop role scarce')));
  const address = new URL(url);
  address.username = 'scarce';
  const scarce = createReadClients({ url: address.href });
  onTestFinished(() => scarce.end());
  const askAll = async () => {
    const results = await Promise.allSettled(hundred.map((value) => scarce.query(numbered(value))));
    return results.filter(({ status }) => status === 'rejected');
  };

  expect(await askAll()).toEqual([]);
  expect(await askAll()).toEqual([]);
});

describe('a slow statement', async () => {
  const statementSeconds = 1.5;
  const strict = createReadClients({ url, statementSeconds, lockSeconds: 5 }, { size: 2, most: 4 });
  afterAll(() => strict.end());
  const slow = { text: 'select pg_sleep(3)' };
  const locked = { name: 'locked', text: 'select count(*) from lines' };
  const warmUp = () => Promise.all([strict.query(numbered(1)), strict.query(numbered(2))]);

  it.each([
    ['by itself', slow],
    ['because a lock is held', locked],
  ])('%s fails after its time limit and does not delay other reads', async (_, query) => {
    const locker = await pool.connect();
    onTestFinished(() => locker.release(true));
    await locker.query('begin; lock table lines');
    await warmUp();
    const limit = await strict.query({ text: "select current_setting('statement_timeout') as limit" });
    expect(limit.rows).toEqual([{ limit: `${statementSeconds * 1000}ms` }]);
    const failures = [query, query, query].map((asked) => strict.query(asked).catch((error: unknown) => error));

    const reads = Promise.all(hundred.map((value) => strict.query(numbered(value))));

    expect(await Promise.race([reads.then(() => 'reads'), ...failures])).toBe('reads');
    expect((await reads).map((result) => result.rows[0]?.value)).toEqual(hundred);
    // The statements behind the first one may have had no time left, and on a busy machine PostgreSQL may end that one late.
    for (const failure of await Promise.all(failures)) expect(isTemporary(failure)).toBe(true);
  });

  it('does not harm the statements behind it when it was to prepare the statement for all', async () => {
    const fresh = createReadClients({ url, statementSeconds, lockSeconds: 0.3 }, { size: 1, most: 1 });
    onTestFinished(() => fresh.end());
    await fresh.query(numbered(1));
    const locker = await pool.connect();
    onTestFinished(() => locker.release(true));
    await locker.query('begin; lock table lines');
    const first = fresh.query(locked).catch((error: unknown) => error);
    const others = [fresh.query(locked), fresh.query(locked)];

    expect(await first).toMatchObject({ code: '55P03' });
    await locker.query('rollback');

    expect((await Promise.all(others)).map(({ rows }) => rows.length)).toEqual([1, 1]);
  });

  it('gets further connections, which are closed afterwards', async () => {
    await warmUp();
    const before = await connections();
    const failures = [strict.query(slow), strict.query(slow)].map((asked) => asked.catch(() => undefined));
    await pause(200);

    await strict.query(numbered(1));
    await Promise.all(failures);

    // A connection of the test before may still have been closing.
    await expect.poll(connections).toBeLessThanOrEqual(before);
  });
});
