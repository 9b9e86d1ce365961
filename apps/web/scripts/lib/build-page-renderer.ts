import path from 'node:path';
import { build } from 'vite';

const web = path.resolve(import.meta.dirname, '../..');

/** Bundles the page renderer with everything it needs into one folder, so that the server can load it by itself. */
export async function buildPageRenderer(folder: string): Promise<void> {
  await build({
    root: web,
    configFile: path.join(web, 'vite.config.ts'),
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/prerender/pages.tsx',
      outDir: path.join(folder, 'server'),
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
    },
  });
}
