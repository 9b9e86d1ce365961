import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/temporary-directory.ts';
import { readBuiltWeb } from './built-web.ts';
import { pageRoutes } from './pages.routes.ts';

const secret = 'nobody may read this';

/** A build with files beside it that must not be served. */
function buildWithTraps(): string {
  const home = temporaryDirectory();
  for (const folder of ['dist/assets', 'dist/server', 'dist/.git', 'dist/.vite'])
    mkdirSync(path.join(home, folder), { recursive: true });
  writeFileSync(path.join(home, 'dist/assets/app-1a2b.js'), 'export {}');
  writeFileSync(path.join(home, 'dist/licences.txt'), 'of others');
  for (const trap of [
    'secret.js',
    'dist/.env',
    'dist/.git/config',
    'dist/.vite/manifest.json',
    'dist/server/pages.js',
    'dist/package.json',
    'dist/assets/app-1a2b.js.map',
    'dist/assets/.env.js.bak',
  ])
    writeFileSync(path.join(home, trap), secret);
  return path.join(home, 'dist');
}

it('serves the files of the build by their names, and no file beside, above or below them', async () => {
  const files = await readBuiltWeb(buildWithTraps());
  const app = Fastify();
  const nothing = {
    name: 'not-found',
    locale: 'en_CA' as const,
    plain: Buffer.from(''),
    etag: '"0"',
    policy: '',
    links: undefined,
  };
  await app.register(pageRoutes({ files, findPage: () => nothing }));
  const addresses = [
    '/../secret.js',
    '/assets/../../secret.js',
    '/assets/%2e%2e/%2e%2e/secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/assets/..%5c..%5csecret.js',
    '/assets/....//....//secret.js',
    '//secret.js',
    '/.env',
    '/.git/config',
    '/.vite/manifest.json',
    '/server/pages.js',
    '/package.json',
    '/assets/',
    '/assets',
    '/assets/app-1a2b.js.map',
    '/assets/app-1a2b.js%00.map',
    '/assets/.env.js.bak',
  ];

  const answers = await Promise.all(addresses.map((url) => app.inject(url)));

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(addresses.map(() => 404));
  expect(answers.map(({ body }) => body).join()).not.toContain(secret);
  expect(answers.every(({ headers }) => headers.location === undefined)).toBe(true);
  expect((await app.inject('/assets/app-1a2b.js')).body).toBe('export {}');
  expect((await app.inject('/licences.txt')).body).toBe('of others');
});

it.skipIf(process.platform === 'win32')('reads a large build in a process that may have few files open', () => {
  const folder = buildWithTraps();
  const most = 100;
  for (const number of Array(most).keys())
    for (const extension of ['', '.br', '.gz'])
      writeFileSync(path.join(folder, `assets/part-${number}.js${extension}`), 'export {}');
  const program = `
    import { readBuiltWeb } from ${JSON.stringify(new URL('./built-web.ts', import.meta.url).href)};
    const files = await readBuiltWeb(${JSON.stringify(folder)});
    process.stdout.write(JSON.stringify([...files.values()].filter(({ br, gzip }) => br && gzip).length));`;

  const limited = `ulimit -n ${most} && exec "$0" --input-type=module --eval "$1"`;
  const { stdout, stderr } = spawnSync('sh', ['-c', limited, process.execPath, program], { encoding: 'utf8' });

  expect({ stdout, stderr }).toEqual({ stdout: String(most), stderr: '' });
});
