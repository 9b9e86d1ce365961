import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { buildRepository, hasStopped, startIn } from './lib/small-repository.ts';

const scripts = import.meta.dirname;

// npm catches the first; of the others it dies, without a word to the shell between it and us.
it.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'stops the server when npm alone gets %s',
  async (signal) => {
    const root = buildRepository({ dev: 'installed' });
    const npm = await startIn(root, 'npm', ['run', 'serve']);

    npm.kill(signal);

    await expect.poll(() => hasStopped(root), { timeout: 10_000 }).toBe(true);
  },
  30_000,
);

it('lets the server run on when the shell has ended from which npm was started in the background', async () => {
  const root = buildRepository({ dev: 'installed' });
  const shell = await startIn(root, 'sh', ['-c', 'npm run serve & wait']);
  const [, npm = ''] = /(\d+)/.exec(spawnSync('pgrep', ['-P', String(shell.pid)], { encoding: 'utf8' }).stdout) ?? [];

  shell.kill('SIGKILL');
  // Our parent is looked at four times a second.
  await sleep(1500);
  const hadStopped = hasStopped(root);
  process.kill(Number(npm), 'SIGTERM');

  await expect.poll(() => hasStopped(root), { timeout: 10_000 }).toBe(true);
  expect(hadStopped).toBe(false);
}, 30_000);

it('runs the server on an installation without the tools of the workshop: installs nothing, and looks after the generated sources first', async () => {
  const root = buildRepository({ dev: 'missing' });

  writeFileSync(path.join(root, 'node_modules/untouched'), '');
  const server = await startIn(root, process.execPath, ['scripts/bootstrap.mjs', 'serve']);

  expect(existsSync(path.join(root, 'node_modules/untouched'))).toBe(true);
  expect(existsSync(path.join(root, 'generated'))).toBe(true);
  server.kill('SIGTERM');
  await expect.poll(() => hasStopped(root), { timeout: 10_000 }).toBe(true);
}, 30_000);

it('runs with our Node, and the tools too, although npm 10 has made no link to it', () => {
  const root = buildRepository({ dev: 'installed' });
  const server = `import { execSync } from 'node:child_process';
    const tool = execSync('command -v node', { encoding: 'utf8' });
    process.stdout.write(process.argv0 + ' ' + tool);`;
  writeFileSync(path.join(root, 'apps/server/src/main.ts'), server);

  const { stdout } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'serve'], { cwd: root, encoding: 'utf8' });

  const own = path.join(root, 'node_modules/node-here/bin/node');
  expect(stdout.trim().split(' ')).toEqual([own, own]);
});

it('brings no Node that is older than what it asks of the machine’s: on one a program would end without a word', () => {
  const [, major, minor] =
    /leastNode = \[(\d+), (\d+)\]/.exec(readFileSync(path.join(scripts, 'bootstrap.mjs'), 'utf8')) ?? [];
  const { optionalDependencies: brought } = JSON.parse(readFileSync(path.join(scripts, '../package.json'), 'utf8'));

  const older = Object.entries<string>(brought).filter(([, version]) => {
    const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
    return ownMajor * 1000 + ownMinor < Number(major) * 1000 + Number(minor);
  });

  expect(Object.keys(brought)).toHaveLength(4);
  expect(older).toEqual([]);
});

it('needs no tools where the folders are that the operating manual says to bring along', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-server-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const repository = path.dirname(scripts);
  const isCommitted = (file: string) => !/\/(node_modules|generated)$/.test(file);
  for (const folder of ['scripts', 'packages'])
    cpSync(path.join(repository, folder), path.join(root, folder), { recursive: true, filter: isCommitted });
  const manual = readFileSync(path.join(repository, 'docs/operating.md'), 'utf8');
  const [, named = ''] = /--omit=dev .*; bring (.+) along/.exec(manual) ?? [];
  const brought = globSync(named.split(' and '), { cwd: repository }).filter((folder) => folder.startsWith('packages'));

  for (const folder of brought) cpSync(path.join(repository, folder), path.join(root, folder), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, ['scripts/generate.ts'], { cwd: root, encoding: 'utf8' });

  expect([status, stderr]).toEqual([0, '']);
  expect(readFileSync(path.join(root, 'scripts/generate.ts'), 'utf8')).toContain(named.split(' and ').at(-1));
});

it.runIf(process.getuid?.() === 0)(
  'runs the server under an account that the system has no entry for and that has no home, as in some containers',
  () => {
    const root = buildRepository({ dev: 'installed' });
    const server = `import os from 'node:os'; process.stdout.write('at home in ' + os.homedir());`;
    writeFileSync(path.join(root, 'apps/server/src/main.ts'), server);
    spawnSync('chown', ['--recursive', '54321:54321', root]);

    const { stdout } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'serve'], {
      cwd: root,
      uid: 54_321,
      gid: 54_321,
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });

    expect(stdout).toBe('at home in /');
  },
);
