import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import zlib from 'node:zlib';
import type { PageRequest, RenderedPage } from '@tapfolio/contracts/pages.ts';
import { systemClock } from '../../lib/clock.ts';

/** A rendered page with its compressed forms, in base64, because the cache is a JSON file. */
export interface PackedPage extends RenderedPage {
  br: string;
  gzip: string;
}

export interface PageCache {
  cacheFolder: string;
  /** Told why rendered pages could not be kept, such as a full disk: the next start has to render them again. */
  onUnkept: (error: unknown) => void;
}

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * The operator's pages, rendered and compressed once per configuration and build: from the cache in the data directory when it
 * holds them, else by the build's own renderer in a thread, so that a start never blocks what is already being served.
 */
export async function operatorPages(request: PageRequest, cache: PageCache): Promise<PackedPage[]> {
  const file = path.join(cache.cacheFolder, `${await fingerprint(request)}.json`);
  const cached = await readCache(file);
  if (cached !== undefined) {
    await noteUse(file);
    return cached;
  }
  const pages = await Promise.all((await render(request)).map(pack));
  await writeCache(file, pages).then(() => deleteOld(cache.cacheFolder), cache.onUnkept);
  return pages;
}

/** In the best quality, which takes half a second of a processor for all pages. */
async function pack(page: RenderedPage): Promise<PackedPage> {
  const [br, packed] = await Promise.all([brotli(page.html), gzip(page.html)]);
  return { ...page, br: br.toString('base64'), gzip: packed.toString('base64') };
}

async function writeCache(file: string, pages: readonly PackedPage[]): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  // Servers in containers may share the folder, and each has the same process id.
  const written = `${file}.${randomUUID()}`;
  try {
    await writeFile(written, JSON.stringify(pages));
    await rename(written, file);
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
}

/** Servers of several configurations and versions may share the folder. */
const mostFiles = 10;

/** Deletes all files but those that were used last: each change of the configuration and each build makes another. */
async function deleteOld(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => path.join(folder, name));
  const uses = await Promise.all(files.map(async (file) => ({ file, usedAt: await lastUse(file) })));
  const old = uses.toSorted((a, b) => b.usedAt - a.usedAt).slice(mostFiles);
  await Promise.all(old.map(({ file }) => rm(file, { force: true })));
}

/** 0 for a file that another server has just deleted or renamed. */
async function lastUse(file: string): Promise<number> {
  return await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

async function noteUse(file: string): Promise<void> {
  const now = systemClock.now();
  await utimes(file, now, now).catch(() => {}); // a folder that cannot be written to keeps what it has
}

/** What `writeCache` wrote. A file that a loss of power has cut short counts as none, and so does one of an older version, without compressed pages. */
async function readCache(file: string): Promise<PackedPage[] | undefined> {
  const written = await readFile(file, 'utf8').catch(() => '');
  try {
    const pages = JSON.parse(written) as (RenderedPage | PackedPage)[];
    return pages.every((page) => 'br' in page) ? pages : undefined;
  } catch {
    return undefined;
  }
}

async function fingerprint(request: PageRequest): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(request));
  for (const name of ['.vite/manifest.json', 'server/pages.js']) {
    hash.update(await readFile(path.join(request.folder, name)));
  }
  return hash.digest('hex').slice(0, 32);
}

function render(request: PageRequest): Promise<RenderedPage[]> {
  const worker = new Worker(new URL('./render-pages.worker.ts', import.meta.url), { workerData: request });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the page renderer ended with ${code} and no pages`)));
  });
}
