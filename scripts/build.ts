/**
 * Builds the web app into apps/web/dist: the client, then the prerendered public pages. Meanwhile Node compiles the server, so that
 * the next start need not. Usage: node scripts/build.ts [--if-stale]
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateSources } from './lib/generated-sources.ts';
import { root, showTool } from './lib/run-tool.ts';
import runtime from './lib/runtime.json' with { type: 'json' };

const web = path.join(root, 'apps/web');
const stamp = path.join(web, 'dist/.sources');

/** Everything that ends up in the build. */
const sources = ['apps/web/**/*', 'packages/*/src/**/*', 'packages/*/messages/**/*', 'package-lock.json'];

function fingerprint(): string {
  const isSource = (name: string) => !/(^|\/)(node_modules|dist|\.cache)(\/|$)/.test(name);
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, withFileTypes: true, exclude: (entry) => !isSource(entry.name) });
  const names = files.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  for (const name of names.sort()) hash.update(`${path.relative(root, name)}\0`).update(readFileSync(name));
  return hash.digest('hex');
}

/** The last code of the tools that fails, else 0. */
async function buildWeb(): Promise<number> {
  const options = { folder: web, environment: { NODE_ENV: 'production' } };
  const code = await showTool('vite', ['build', '--logLevel', 'warn'], options);
  return code === 0 ? await showTool('node', ['scripts/prerender.ts'], options) : code;
}

/** Under the flags of the server: V8 refuses code that was compiled under others. */
async function compileServer(): Promise<number> {
  const environment = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, runtime.compileCache) };
  return await showTool('node', [...runtime.serverFlags, 'scripts/compile-server.ts'], { environment });
}

await generateSources();
const before = fingerprint();
const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === before;
if (!process.argv.includes('--if-stale') || !isFresh) {
  const startedAt = performance.now();
  const codes = await Promise.all([buildWeb(), compileServer()]);
  process.exitCode = Math.max(...codes);
  if (process.exitCode === 0) {
    writeFileSync(stamp, before);
    process.stdout.write(`Built the web app in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
  }
}
