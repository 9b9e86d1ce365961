/**
 * Builds what belongs to the client: the page renderer, the service worker, the licences and the compressed files. With a
 * configuration it also writes the public pages into dist/pages, so that you can look at them; the server renders its own.
 * Usage: node scripts/prerender.ts [--config portal-config.json]
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildPageRenderer } from './lib/build-page-renderer.ts';
import { buildServiceWorker } from './lib/build-service-worker.ts';
import { compressFiles } from './lib/compress-files.ts';
import { writeLicences } from './lib/write-licences.ts';
import { writePages } from './lib/write-pages.ts';

const folder = path.resolve(import.meta.dirname, '../dist');
const { values } = parseArgs({ options: { config: { type: 'string' } } });

await buildPageRenderer(folder);
await buildServiceWorker(folder);
await writeLicences(folder);
await compressFiles(folder);
if (values.config !== undefined) await writePages(folder, JSON.parse(await readFile(values.config, 'utf8')));
