import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, newDirectory, passableDirectory, start, usedDirectories } from '../test/servers.ts';

const isRoot = process.getuid?.() === 0;
const holderProgram = path.join(import.meta.dirname, '../test/hold-postgres.ts');
const usedDirectory = usedDirectories();

function closedDirectory(): string {
  const directory = passableDirectory();
  chmodSync(directory, 0o700);
  return directory;
}

describe('the data directory of the embedded server', () => {
  it('finds a place for its socket when the path is too long', async () => {
    const directory = path.join(newDirectory(), 'a'.repeat(100));

    const server = await start(directory);

    expect(await ask(server.url, 'select 1')).toBe(1);
    expect(server.dataDirectory).toBe(directory);
    await server.stop();
    rmSync(path.dirname(new URL(server.url).searchParams.get('host') ?? ''), { recursive: true });
  });

  it.runIf(isRoot)('moves to a temporary directory when its account cannot enter the one asked for', async () => {
    const closed = closedDirectory();
    const notices: string[] = [];

    const server = await start(path.join(closed, 'data'), (sentence) => notices.push(sentence));

    expect(notices).toEqual([expect.stringContaining('cannot enter')]);
    expect(await ask(server.url, 'select 1')).toBe(1);
    await server.stop();
    rmSync(path.dirname(server.dataDirectory), { recursive: true, force: true });
  });

  it.runIf(isRoot)('leaves the data of another user to that user when root starts the server for once', async () => {
    const directory = usedDirectory();
    const [uid, gid] = [12_345, 12_345];
    for (const file of ['', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })])
      chownSync(path.join(directory, file), uid, gid);

    const server = await start(directory);

    expect(await ask(server.url, 'select 1')).toBe(1);
    const owners = ['', 'PG_VERSION', 'postmaster.pid', '../data.holders'].map(
      (file) => statSync(path.join(directory, file)).uid,
    );
    expect(owners).toEqual([uid, uid, uid, uid]);
  });

  it.runIf(isRoot)('refuses a temporary directory that somebody else made first', async () => {
    const closed = closedDirectory();
    const server = await start(path.join(closed, 'data'));
    await server.stop();
    const home = path.dirname(server.dataDirectory);
    rmSync(home, { recursive: true });
    mkdirSync(home);
    chownSync(home, 12_345, 12_345);

    await expect(start(path.join(closed, 'data'))).rejects.toThrow('belongs to somebody else');
    rmSync(home, { recursive: true });
  });

  it.runIf(isRoot)(
    'names DATABASE_URL as the way out for a user id without an entry in the password file',
    async () => {
      const child = spawn(process.execPath, [holderProgram, newDirectory()], {
        uid: 12_345,
        gid: 12_345,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk;
      });
      await new Promise((resolve) => child.once('close', resolve));

      expect(said).toContain('user id 12345 has no entry in the password file. Set DATABASE_URL');
    },
  );

  it('refuses data of another major version and a directory that holds something else', async () => {
    const old = newDirectory();
    mkdirSync(old);
    writeFileSync(path.join(old, 'PG_VERSION'), '15\n');
    const foreign = newDirectory();
    mkdirSync(foreign);
    writeFileSync(path.join(foreign, 'thesis.txt'), 'mine');

    await expect(start(old)).rejects.toThrow('was made by PostgreSQL 15');
    await expect(start(foreign)).rejects.toThrow('is not empty and holds no PostgreSQL database');
    expect(existsSync(path.join(foreign, 'thesis.txt'))).toBe(true);
  });
});
