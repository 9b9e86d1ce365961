import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getManifest } from '@serwist/build';
import { build } from 'vite';
import { licenceLists } from '../../licence-lists.ts';

const web = path.resolve(import.meta.dirname, '../..');

// These are fetched only when they are needed: most passengers need the texts of one language.
const later = ['assets/texts-*.js'];

/** Bundles the service worker with the list of files it keeps, to `sw.js` at the root of the built app. */
export async function buildServiceWorker(folder: string): Promise<void> {
  const { manifestEntries } = await getManifest({
    globDirectory: folder,
    globPatterns: ['assets/*.{js,css}', 'favicon.svg'],
    globIgnores: later,
    dontCacheBustURLsMatching: /^assets\//,
  });
  const clientManifest = await readFile(path.join(folder, '.vite/manifest.json'));
  const revision = createHash('sha256').update(clientManifest).digest('hex').slice(0, 16);
  const entries = [...(manifestEntries ?? []), { url: '/?shell', revision }];
  await build({
    root: web,
    configFile: false,
    logLevel: 'warn',
    define: { 'self.__SW_MANIFEST': JSON.stringify(entries), 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      license: { fileName: licenceLists.worker },
      lib: { entry: 'src/sw.ts', formats: ['iife'], name: 'sw', fileName: () => 'sw.js' },
    },
  });
}
