/**
 * Builds the web app into apps/web/dist: the client, then the prerendered public pages.
 * Usage: node scripts/build.ts [--if-stale]
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateSources } from './lib/generated-sources.ts';
import { root } from './lib/run-tool.ts';

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

function run(program: string, args: string[]): void {
  const result = spawnSync(program, args, {
    cwd: web,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

await generateSources();
const before = fingerprint();
const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === before;
if (!process.argv.includes('--if-stale') || !isFresh) {
  const startedAt = performance.now();
  run(path.join(root, 'node_modules/.bin/vite'), ['build', '--logLevel', 'warn']);
  run(process.execPath, ['scripts/prerender.ts']);
  writeFileSync(stamp, before);
  process.stdout.write(`Built the web app in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
}
