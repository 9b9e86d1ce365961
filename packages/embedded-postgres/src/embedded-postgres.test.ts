import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, newDirectory, start, usedDirectories } from '../test/servers.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { readServerState } from './pid-file.ts';

const holderProgram = path.join(import.meta.dirname, '../test/hold-postgres.ts');
const usedDirectory = usedDirectories();

/** Another process that starts the server and then waits. Resolves when it has printed its URL. */
async function holdElsewhere(dataDirectory: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [holderProgram, dataDirectory], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve);
    child.once('exit', reject);
  });
  return child;
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

describe('the embedded server', () => {
  it('sorts alike on every host, checks its pages and listens on a private socket only', async () => {
    const server = await start(newDirectory());

    expect(
      await ask(server.url, "select datlocprovider::text || datlocale from pg_database where datname = 'tapfolio'"),
    ).toBe('bC.UTF-8');
    expect(await ask(server.url, 'show data_checksums')).toBe('on');
    expect(await ask(server.url, 'show jit')).toBe('off');
    expect(await ask(server.url, 'show listen_addresses')).toBe('');
    expect(statSync(server.dataDirectory).mode & 0o077).toBe(0);
  });

  it('keeps no value of a refused row in its log', async () => {
    const { url, dataDirectory } = await start(usedDirectory());
    await ask(url, "create table people as select 'anna@example.org' as email");
    await ask(url, 'alter table people add unique (email), add column age int not null check (age > 0) default 1');

    await expect(ask(url, "insert into people values ('anna@example.org')")).rejects.toThrow('duplicate key');
    await expect(ask(url, "insert into people values ('eva@example.org', 0)")).rejects.toThrow('check constraint');

    const log = readFileSync(`${dataDirectory}.log`, 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).toContain('check constraint');
    expect(log).not.toContain('example.org');
  });

  it('keeps the data between two starts', async () => {
    const directory = newDirectory();
    const first = await start(directory);
    await ask(first.url, 'create table kept as select 7 as value');
    await first.stop();

    const second = await start(directory);

    expect(await ask(second.url, 'select value from kept')).toBe(7);
    expect(second.attached).toBe(false);
  });

  it.each(['SIGKILL', 'SIGINT'] as const)(
    'starts again, at the same address, after %s',
    async (signal) => {
      const notices: string[] = [];
      const server = await start(usedDirectory(), (sentence) => notices.push(sentence));
      await ask(server.url, 'create table kept as select 7 as value');
      const state = readServerState(server.dataDirectory);

      process.kill(state?.pid ?? 0, signal);

      const answer = () => ask(server.url, 'select value from kept').catch(() => undefined);
      await expect.poll(() => notices, { timeout: 30_000 }).toEqual([expect.stringContaining('was started again')]);
      expect(await answer()).toBe(7);
    },
    60_000,
  );

  it('starts again although its lock file could not be read for a while, as with too many open files', async () => {
    const notices: string[] = [];
    const server = await start(usedDirectory(), (sentence) => notices.push(sentence));
    const lockFile = path.join(server.dataDirectory, 'postmaster.pid');
    const pid = readServerState(server.dataDirectory)?.pid ?? 0;

    renameSync(lockFile, `${lockFile}.away`);
    mkdirSync(lockFile);
    await sleep(1200);
    rmdirSync(lockFile);
    renameSync(`${lockFile}.away`, lockFile);
    process.kill(pid, 'SIGKILL');

    await expect.poll(() => notices, { timeout: 30_000 }).toEqual([expect.stringContaining('was started again')]);
  });

  it('attaches to the server that a killed process left behind, and stops it in the end', async () => {
    const directory = usedDirectory();
    const child = await holdElsewhere(directory);
    await kill(child, 'SIGKILL');

    const server = await start(directory);

    expect(server.attached).toBe(true);
    expect(await ask(server.url, 'select 1')).toBe(1);
    await server.stop();
    expect(readServerState(directory)).toBeUndefined();
  });

  it('ends after a process that exits without stopping it, but not while another one uses it', async () => {
    const directory = usedDirectory();
    const first = await holdElsewhere(directory);
    const second = await holdElsewhere(directory);

    await kill(first, 'SIGUSR2');
    const server = await start(directory);
    expect(await ask(server.url, 'select 1')).toBe(1);
    await server.stop();
    await kill(second, 'SIGUSR2');

    await expect.poll(() => readServerState(directory), { timeout: 10_000 }).toBeUndefined();
  });

  it('leaves the server to another process that still uses it', async () => {
    const directory = usedDirectory();
    const child = await holdElsewhere(directory);
    const server = await start(directory);

    await server.stop();

    expect(await ask(server.url, 'select 1')).toBe(1);
    await kill(child, 'SIGTERM');
    expect(readServerState(directory)).toBeUndefined();
  });

  it('recovers when server and parent were both killed', async () => {
    const directory = usedDirectory();
    const child = await holdElsewhere(directory);
    const pid = readServerState(directory)?.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    await kill(child, 'SIGKILL');

    const server = await start(directory);

    expect(server.attached).toBe(false);
    expect(await ask(server.url, 'select 1')).toBe(1);
  });

  it('lets several first starts at once share one new server', async () => {
    const directory = newDirectory();
    const children = await Promise.all([holdElsewhere(directory), holdElsewhere(directory), holdElsewhere(directory)]);

    const server = await start(directory);

    expect(await ask(server.url, 'select 1')).toBe(1);
    await Promise.all(children.map((child) => kill(child, 'SIGTERM')));
    expect(await ask(server.url, 'select 1')).toBe(1);
  });

  it('lets starts at once attach to the one that wins, although each of them writes a log', async () => {
    const directory = usedDirectory();
    // More often than the starts do it by themselves.
    const others = setInterval(() => {
      rmSync(`${directory}.log`, { force: true });
      writeFileSync(`${directory}.log`, '');
    }, 1);
    onTestFinished(() => clearInterval(others));

    const starts = await Promise.allSettled(Array.from({ length: 4 }, () => holdElsewhere(directory)));
    for (const attempt of starts) if (attempt.status === 'fulfilled') await kill(attempt.value, 'SIGTERM');

    expect(starts.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    expect(readdirSync(path.dirname(directory)).filter((name) => name.endsWith('.log'))).toEqual(['data.log']);
  });

  it('is not hit by Ctrl-C: it stays up while its parent still works', async () => {
    const directory = usedDirectory();
    const child = spawn(process.execPath, [holderProgram, directory, 'drain'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const printed: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
    while (!printed.join('').includes('postgresql://')) await sleep(20);

    // A terminal sends Ctrl-C to the whole process group.
    process.kill(-(child.pid ?? 0), 'SIGINT');
    // Not at its exit: what it printed may come after that.
    await new Promise((resolve) => child.once('close', resolve));

    expect(printed.join('')).toContain('still answers');
    expect(readServerState(directory)).toBeUndefined();
  });

  it('is stopped also when it is killed meanwhile, and leaves its lock file behind', async () => {
    const server = await start(usedDirectory());
    const pid = readServerState(server.dataDirectory)?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');

    const stopped = server.stop();
    await sleep(300);
    process.kill(pid, 'SIGKILL');

    await expect(stopped).resolves.toBeUndefined();
  }, 30_000);

  it('says what the server said when a setting is wrong, without waiting', async () => {
    const startedAt = performance.now();

    await expect(
      startEmbeddedPostgres({ dataDirectory: usedDirectory(), settings: { fsync: 'off', work_mem: 'lots' } }),
    ).rejects.toThrow('work_mem');

    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
