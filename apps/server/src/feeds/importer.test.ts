import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startChaosProxy } from '../../test/chaos-proxy.ts';
import { exported, tap } from '../../test/corrected-feed.ts';
import { count, importInto, london, mediumKey, temporaryFolder } from '../../test/feed-fixture.ts';
import { generateFeed } from '../../test/generated-feed.ts';
import { createTestDatabase, isOnCluster } from '../../test/test-database.ts';
import { enghouse } from './enghouse/format.ts';
import { importFolder } from './import-folder.ts';
import { Importer } from './importer.ts';

const { pool, url } = await createTestDatabase();

it('closes its connection when it cannot be opened', async () => {
  await pool.query('alter table operators rename to operators_away');
  onTestFinished(async () => void (await pool.query('alter table operators_away rename to operators')));

  const opened = Importer.open({ databaseUrl: url, operators: [london], mediumKey });

  await expect(opened).rejects.toThrow('"operators" does not exist');
  const connections = async () =>
    (
      await pool.query(
        "select from pg_stat_activity where application_name = 'tapfolio feed' and datname = current_database()",
      )
    ).rowCount;
  await expect.poll(connections).toBe(0);
});

it('does not wait for a database that does not answer', async () => {
  const proxy = await startChaosProxy(url);
  onTestFinished(() => proxy.close());
  proxy.become('silent');

  const opened = Importer.open({ databaseUrl: proxy.url, operators: [london], mediumKey });

  await expect(opened).rejects.toThrow('timeout expired');
});

it('does not block another importer when it dies during a long statement: the statement ends too', {
  timeout: 60_000,
}, async () => {
  const { client } = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
  const asked = client.query('select pg_sleep(600)').catch(() => 'no answer');
  const running = () => count(pool, `pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`);
  await vi.waitFor(async () => expect(await running()).toBe(1), 10_000);

  client.connection.stream.destroy();

  expect(await asked).toBe('no answer');
  await vi.waitFor(async () => expect(await running()).toBe(0), { timeout: 20_000, interval: 200 });
});

// A cluster may run on a PostgreSQL that does not know the setting.
it.skipIf(isOnCluster())('imports a file for as long as it takes, although transactions end soon here', async () => {
  const database = `alter database ${new URL(url).pathname.slice(1)}`;
  await pool.query(`${database} set transaction_timeout = '300ms'`);
  onTestFinished(async () => void (await pool.query(`${database} reset transaction_timeout`)));
  const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
  onTestFinished(() => importer.close());

  const slow = importer.exclusively(async () => {
    await sleep(600);
    return 'done';
  });

  await expect(slow).resolves.toBe('done');
});

it('sets the limits by which the database ends a connection whose machine, line or process hangs', async () => {
  const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
  onTestFinished(() => importer.close());

  const { rows } = await importer.client.query<{ name: string }>(
    "select name from pg_settings where source = 'session'",
  );

  // PostgreSQL gives no value of the keep-alive settings for a Unix socket, so only their source is compared.
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'client_connection_check_interval',
      'idle_in_transaction_session_timeout',
      'tcp_keepalives_count',
      'tcp_keepalives_idle',
      'tcp_keepalives_interval',
      'tcp_user_timeout',
    ]),
  );
});

it('waits for a process that makes a month, although the month is visible already', async () => {
  await pool.query('select ensure_months($1, $1)', [tap.terminal_date]);
  const maker = new pg.Client({ connectionString: url });
  await maker.connect();
  onTestFinished(() => maker.end());
  await maker.query("begin; select pg_advisory_xact_lock(hashtext('ensure_months'))");

  const imported = importInto(url, exported(temporaryFolder(), 'tap', 3, [tap]));
  const isDone = imported.then(() => 'done');
  const waiting = `pg_locks join pg_database on oid = database
    where datname = current_database() and locktype = 'advisory' and mode = 'ShareLock' and not granted`;
  const isWaiting = vi.waitFor(async () => {
    expect(await count(pool, waiting)).toBe(1);
    return 'waiting';
  }, 20_000);

  expect(await Promise.race([isDone, isWaiting])).toBe('waiting');
  await maker.query('commit');
  expect(await imported).toMatchObject([{ status: 'imported' }]);
});

// On a cluster the rows lie on other nodes, which count them.
it.skipIf(isOnCluster())(
  'is closed when the rows of its months are counted, also where the count has to wait',
  async () => {
    await pool.query('select ensure_months($1, $1)', ['2025-05-02T00:00:00Z']);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('begin; lock table taps_202505 in share update exclusive mode');
    const options = { databaseUrl: url, operators: [london], mediumKey };
    const importer = await Importer.open(options);
    const folder = temporaryFolder();
    await generateFeed(folder, { taps: 1000, cards: 100, days: 2, firstDay: '2025-05-02' });
    await importFolder(importer, folder, { format: enghouse });

    let isClosed = false;
    const closed = importer.close().then(() => {
      isClosed = true;
    });
    // One that has counted nothing is opened and closed meanwhile.
    await (await Importer.open(options)).close();
    expect(isClosed).toBe(false);
    await other.query('commit');
    await closed;

    expect(await count(pool, "pg_class where relname = 'taps_202505' and reltuples = 1000")).toBe(1);
  },
);

// The driver warns once a process if statements wait for each other, and its next release refuses them.
it.skipIf(isOnCluster())(
  'makes months after those of the file before are counted, because both need one connection',
  async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    await pool.query('select ensure_months($1, $1)', ['2025-07-02T00:00:00Z']);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('begin; lock table taps_202507 in share update exclusive mode');
    const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
    onTestFinished(() => importer.close());
    const importMonth = async (firstDay: string) => {
      const folder = temporaryFolder();
      await generateFeed(folder, { taps: 1000, cards: 100, days: 2, firstDay });
      return await importFolder(importer, folder, { format: enghouse });
    };

    await importMonth('2025-07-02');
    importer.countRows();
    const next = importMonth('2025-08-02');
    const waiting = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%analyze%'`;
    await vi.waitFor(async () => expect(await count(pool, waiting)).toBe(1), 20_000);
    // Time for the next file to come to its months: nothing shows that it waits there.
    await sleep(500);
    await other.query('commit');

    expect(await next).toMatchObject([{ status: 'imported' }, { status: 'imported' }]);
    expect(warnings).toEqual([]);
  },
);
