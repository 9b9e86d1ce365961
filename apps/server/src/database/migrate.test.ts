import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { databaseUrl } from '../../test/on-nodes.ts';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { createTestDatabase, isOnCluster } from '../../test/test-database.ts';
import { lockImporter } from './importer-lock.ts';
import { migrate } from './migrate.ts';

const { pool } = await createTestDatabase();

describe('migrate', () => {
  it('lets twenty processes that start at once run each migration exactly once', async () => {
    const url = await createEmptyDatabase();
    const directory = directoryWith({
      '202601010000_a.sql': 'create table a (id int);',
      '202601020000_b.sql': 'insert into a values (1);',
    });

    const runs = await Promise.all(Array.from({ length: 20 }, () => migrate({ url, directory })));

    expect(runs.filter((names) => names.length > 0)).toEqual([['202601010000_a', '202601020000_b']]);
    expect(await rows(url, 'select count(*)::int as count from a')).toEqual([{ count: 1 }]);
  });

  it('runs only new files', async () => {
    const url = await createEmptyDatabase();
    await migrate({ url, directory: directoryWith({ '202601010000_a.sql': 'create table a (id int);' }) });
    const later = directoryWith({
      '202601010000_a.sql': 'create table a (id int);',
      '202601020000_b.sql': 'create table b (id int);',
    });

    expect(await migrate({ url, directory: later })).toEqual(['202601020000_b']);
    expect(await migrate({ url, directory: later })).toEqual([]);
  });

  it('rolls a failing file back completely and keeps the files before it', async () => {
    const url = await createEmptyDatabase();
    const directory = directoryWith({
      '202601010000_a.sql': 'create table a (id int);',
      '202601020000_b.sql': 'create table b (id int); select 1/0;',
    });

    await expect(migrate({ url, directory })).rejects.toThrow(
      'the migration 202601020000_b failed and changed nothing: division by zero',
    );

    const tables = "select tablename from pg_tables where schemaname = 'public' order by 1";
    expect(await rows(url, tables)).toEqual([{ tablename: 'a' }, { tablename: 'schema_migrations' }]);
  });

  it('names the file during which the database was lost, and the next run goes on with it', async () => {
    const url = await createEmptyDatabase();
    const files = (last: string) =>
      directoryWith({ '202601010000_a.sql': 'create table a (id int);', '202601020000_b.sql': last });

    const migrated = migrate({ url, directory: files('create table b (id int); select pg_sleep(60);') });
    const ended = expect(migrated).rejects.toThrow(
      /^the database was lost during the migration 202601020000_b: terminating connection .*\. Nothing of it is left half done/,
    );
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`;
    await expect.poll(() => rows(url, end)).toEqual([{ pg_terminate_backend: true }]);
    await ended;

    expect(await migrate({ url, directory: files('create table b (id int);') })).toEqual(['202601020000_b']);
  });

  it.each(['SQL_ASCII', 'LATIN1'])(
    'begins no database of the encoding %s, in which names are wrong',
    async (encoding) => {
      const url = await createEmptyDatabase(`template template0 encoding '${encoding}' locale 'C'`);
      const directory = directoryWith({ '202601010000_a.sql': 'create table a (id int);' });

      await expect(migrate({ url, directory })).rejects.toThrow(
        `the database has the encoding ${encoding} instead of UTF8: create it with "template template0 encoding 'UTF8'"`,
      );

      expect(await rows(url, "select from pg_tables where schemaname = 'public'")).toEqual([]);
    },
  );

  it('waits for a running import, and does not block reads while it waits', async () => {
    const url = await createEmptyDatabase();
    await migrate({ url, directory: directoryWith({ '202601010000_a.sql': 'create table a (id int);' }) });
    const importer = new pg.Client({ connectionString: url });
    await importer.connect();
    await lockImporter(importer);
    await importer.query('begin; insert into a values (1)');
    const later = { '202601010000_a.sql': '', '202601020000_b.sql': 'alter table a add column name text;' };
    const notices: string[] = [];

    const migrated = migrate({ url, directory: directoryWith(later), onNotice: (said) => void notices.push(said) });
    await expect.poll(() => rows(url, waitingForLocks)).toEqual([{ waiting: 1 }]);

    const impatient = new URL(url);
    impatient.searchParams.set('options', '-c statement_timeout=2s');
    expect(await rows(impatient.href, 'select from a')).toEqual([]);
    await importer.query('commit');
    await importer.end();
    expect(await migrated).toEqual(['202601020000_b']);
    expect(notices).toEqual([
      'a file is being imported, or another process migrates: the migrations begin when that is done',
    ]);
  });

  it('lets calls read a table that a backup reads for long and a migration changes, and imports too', async () => {
    const url = await createEmptyDatabase();
    const first = { '202601010000_a.sql': 'create table a (id int);' };
    await migrate({ url, directory: directoryWith(first) });
    const backup = new pg.Client({ connectionString: url });
    await backup.connect();
    await backup.query('begin; select from a');
    const later = { '202601020000_b.sql': 'create table b (id int);', '202601030000_c.sql': 'drop table a;' };
    const notices: string[] = [];

    const onNotice = (said: string) => void notices.push(said);
    const migrated = migrate({ url, directory: directoryWith({ ...first, ...later }), onNotice });
    await expect.poll(() => rows(url, waitingForLocks)).toEqual([{ waiting: 1 }]);

    const impatient = new URL(url);
    impatient.searchParams.set('options', '-c lock_timeout=700ms');
    expect(await rows(impatient.href, 'select from a')).toEqual([]);
    await expect.poll(() => notices.length).toBe(1);
    const importer = new pg.Client({ connectionString: url });
    await importer.connect();
    await lockImporter(importer);
    await importer.end();
    await backup.query('commit');
    await backup.end();
    expect(await migrated).toEqual(['202601020000_b', '202601030000_c']);
    expect(notices).toEqual([expect.stringContaining('something reads or writes a table for a long time, a backup')]);
  });

  it('takes as long as it takes and makes our tables where they belong, whatever the database was set to', async () => {
    const url = await createEmptyDatabase();
    const name = new URL(url).pathname.slice(1);
    await rows(url, `create schema before; alter database ${name} set search_path = before, public`);
    await rows(url, `alter database ${name} set statement_timeout = '100ms'`);
    if (!isOnCluster()) await rows(url, `alter database ${name} set transaction_timeout = '100ms'`);
    const directory = directoryWith({ '202601010000_a.sql': 'create table a (id int); select pg_sleep(0.2);' });

    expect(await migrate({ url, directory })).toEqual(['202601010000_a']);

    const schemas = `select schemaname from pg_tables where tablename in ('a', 'schema_migrations')`;
    expect(await rows(url, schemas)).toEqual([{ schemaname: 'public' }, { schemaname: 'public' }]);
  });

  it('refuses a file that sorts before one that was already run', async () => {
    const url = await createEmptyDatabase();
    await migrate({ url, directory: directoryWith({ '202601020000_b.sql': 'create table b (id int);' }) });
    const late = directoryWith({
      '202601010000_a.sql': 'create table a (id int);',
      '202601020000_b.sql': 'create table b (id int);',
    });

    await expect(migrate({ url, directory: late })).rejects.toThrow(
      '202601010000_a is preceding already run migration 202601020000_b',
    );
  });

  it.each([
    ['no time', 'b.sql'],
    ['the time of another', '202601010000_b.sql'],
    ['a number', '0002_b.sql'],
  ])('refuses a file whose name has %s', async (_, file) => {
    const url = await createEmptyDatabase();
    const directory = directoryWith({ '202601010000_a.sql': 'create table a (id int);', [file]: 'select 1;' });

    await expect(migrate({ url, directory })).rejects.toThrow('a migration is named YYYYMMDDHHMM_purpose');
  });

  it('says that a database from before the baseline cannot be upgraded, and what to delete', async () => {
    const url = await createEmptyDatabase();
    await rows(url, 'create table schema_migrations (id serial primary key, name text, run_on timestamp)');
    await rows(url, `insert into schema_migrations (name, run_on) values ('0001_reference', now())`);

    await expect(migrate({ url })).rejects.toThrow(
      'it has run 0001_reference) and cannot be upgraded: start with an empty database. The built-in one is created again when the folder "postgres" in TAPFOLIO_DATA',
    );
  });

  it('gave the template of the tests the full schema', async () => {
    const { rows: found } = await pool.query('select count(*) > 10 as many from pg_tables where schemaname = $1', [
      'public',
    ]);

    expect(found).toEqual([{ many: true }]);
  });
});

const waitingForLocks = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

function directoryWith(files: Record<string, string>): string {
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(directory, name), text);
  return directory;
}

async function createEmptyDatabase(how = ''): Promise<string> {
  const name = `tapfolio_empty_${randomBytes(6).toString('hex')}`;
  await pool.query(`create database ${name} ${how}`);
  onTestFinished(async () => {
    await pool.query(`drop database ${name} with (force)`);
  });
  return databaseUrl(inject('serverUrl'), name);
}

async function rows(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const result = await client.query(statement);
  await client.end();
  return result.rows;
}
