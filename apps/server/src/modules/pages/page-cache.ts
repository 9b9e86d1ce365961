import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PageRequest, RenderedPage } from '@tapfolio/contracts/pages.ts';

export interface PageCache {
  cacheFolder: string;
  /** Told why rendered pages could not be kept, such as a full disk: the next start has to render them again. */
  onUnkept: (error: unknown) => void;
}

/**
 * The operator's pages, rendered once per configuration and build: from the cache in the data directory when it holds
 * them, else by the build's own renderer in a thread, so that a start never blocks what is already being served.
 */
export async function operatorPages(request: PageRequest, cache: PageCache): Promise<RenderedPage[]> {
  const file = path.join(cache.cacheFolder, `${await fingerprint(request)}.json`);
  const cached = await readCache(file);
  if (cached !== undefined) return cached;
  const pages = await render(request);
  await writeCache(file, pages).catch(cache.onUnkept);
  return pages;
}

async function writeCache(file: string, pages: readonly RenderedPage[]): Promise<void> {
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

/** What `writeCache` wrote. A file that a loss of power has cut short counts as none. */
async function readCache(file: string): Promise<RenderedPage[] | undefined> {
  const written = await readFile(file, 'utf8').catch(() => '');
  try {
    return JSON.parse(written) as RenderedPage[];
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
