import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { expect, it } from 'vitest';
import { testConfig } from '../../../test/build-app.ts';
import { temporaryDirectory } from '../../../test/temporary-directory.ts';
import { presentPortalConfig } from '../settings/portal-config.present.ts';
import { operatorPages } from './page-cache.ts';

/** A built web app whose only page says how many files the cache held when it was rendered. */
function buildWeb(cacheFolder: string): string {
  const folder = temporaryDirectory();
  mkdirSync(path.join(folder, '.vite'));
  mkdirSync(path.join(folder, 'server'));
  writeFileSync(path.join(folder, '.vite/manifest.json'), '{}');
  writeFileSync(
    path.join(folder, 'server/pages.js'),
    `import { readdirSync } from 'node:fs';
    const page = { name: 'shell', locale: 'en_CA', styleSources: [] };
    export const renderPages = async () => [{ ...page, html: String(readdirSync(${JSON.stringify(cacheFolder)}).length) }];`,
  );
  return folder;
}

function buildRequest(cacheFolder: string) {
  const config = testConfig();
  return { config: presentPortalConfig(config), theme: config.brand.theme, folder: buildWeb(cacheFolder) };
}

const failAtOnce = (error: unknown) => expect.fail(String(error));

it.each([
  ['empty', ''],
  ['cut short', '[{"name":"shell","locale"'],
  ['of an older version', '[{"name":"shell","locale":"en_CA","styleSources":[],"html":"old"}]'],
])('renders the pages once, and again when their file is %s', async (_, left) => {
  const cacheFolder = temporaryDirectory();
  const request = buildRequest(cacheFolder);
  const render = async () =>
    (await operatorPages(request, { cacheFolder, onUnkept: failAtOnce })).map(({ html }) => html);
  const rendered = [await render(), await render()];
  const [file = ''] = readdirSync(cacheFolder);
  writeFileSync(path.join(cacheFolder, file), left);

  expect([...rendered, await render(), await render()]).toEqual([['0'], ['0'], ['1'], ['1']]);
});

it('keeps the compressed pages, so that the next start does not compress them again', async () => {
  const cacheFolder = temporaryDirectory();
  const request = buildRequest(cacheFolder);
  const render = () => operatorPages(request, { cacheFolder, onUnkept: failAtOnce });
  const [rendered] = await render();
  const [name = ''] = readdirSync(cacheFolder);
  const file = path.join(cacheFolder, name);
  const [stored] = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify([{ ...stored, br: 'as stored' }]));

  const unpack = (packed = '') => Buffer.from(packed, 'base64');
  expect(zlib.brotliDecompressSync(unpack(rendered?.br)).toString()).toBe('0');
  expect(zlib.gunzipSync(unpack(rendered?.gzip)).toString()).toBe('0');
  expect(await render()).toEqual([{ ...rendered, br: 'as stored' }]);
});

it('keeps the ten files that were used last, so that changes of the configuration do not fill the disk', async () => {
  const cacheFolder = temporaryDirectory();
  const request = buildRequest(cacheFolder);
  const render = (accent: string) =>
    operatorPages({ ...request, theme: { ...request.theme, accent } }, { cacheFolder, onUnkept: failAtOnce });
  const setAge = (name: string, hours: number) => {
    const then = new Date(Date.now() - hours * 3_600_000);
    utimesSync(path.join(cacheFolder, name), then, then);
  };
  await render('#000000');
  const [used = ''] = readdirSync(cacheFolder);
  setAge(used, 100);
  const others = Array.from({ length: 12 }, (_, hours) => `${hours}.json`);
  for (const [hours, name] of others.entries()) {
    writeFileSync(path.join(cacheFolder, name), '[]');
    setAge(name, hours + 1);
  }

  await render('#000000');
  await render('#000001');

  const kept = readdirSync(cacheFolder);
  expect(kept).toHaveLength(10);
  expect(kept).toEqual(expect.arrayContaining([used, ...others.slice(0, 8)]));
});

it('lets servers that share the folder start together, even with the same process id as in containers', async () => {
  const cacheFolder = temporaryDirectory();
  const request = buildRequest(cacheFolder);

  const started = await Promise.all(
    Array.from({ length: 8 }, () => operatorPages(request, { cacheFolder, onUnkept: failAtOnce })),
  );

  expect(started.map((pages) => pages.length)).toEqual(Array.from({ length: 8 }, () => 1));
  expect(readdirSync(cacheFolder)).toHaveLength(1);
});

it('renders the pages where they cannot be kept, tells why, and leaves no part of a file', async () => {
  const cacheFolder = temporaryDirectory();
  const request = buildRequest(cacheFolder);
  const reasons: unknown[] = [];
  const render = () => operatorPages(request, { cacheFolder, onUnkept: (error) => reasons.push(error) });
  await render();
  const [file = ''] = readdirSync(cacheFolder);
  rmSync(path.join(cacheFolder, file));
  mkdirSync(path.join(cacheFolder, file));

  expect(await render()).toHaveLength(1);
  expect(reasons.map(String)).toEqual([expect.stringContaining(cacheFolder)]);
  expect(readdirSync(cacheFolder)).toEqual([file]);
});
