import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run-tool.ts';

/** What is generated follows from these files. */
const sources = [
  'packages/contracts/{scripts,src}/*.ts',
  'packages/contracts/src/errors/*.ts',
  'packages/locales/messages/**/*.json',
  'packages/locales/scripts/*.ts',
  'packages/locales/src/parts.ts',
  'packages/domain/src/*.ts',
];
const results = ['packages/*/src/generated/**/*.ts'];
const stamp = path.join(root, 'packages/locales/src/generated/.sources');

/**
 * Makes the sources that are not committed, unless they are up to date: the compiled texts, the browser's table of calls, and the comments
 * of the contracts for the OpenAPI documents.
 * Every entry calls this before it reads them. It needs the development tools only when there is something to make.
 */
export async function generateSources(): Promise<void> {
  const before = fingerprint(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === before + fingerprint(results)) return;
  const { compileTexts } = await import('../../packages/locales/scripts/compile.ts');
  const { writeComments } = await import('../../packages/contracts/scripts/write-comments.ts');
  const { writeOperations } = await import('../../packages/contracts/scripts/write-operations.ts');
  writeComments();
  writeOperations();
  for (const gap of await compileTexts()) process.stderr.write(`${gap}\n`);
  writeFileSync(stamp, before + fingerprint(results));
}

function fingerprint(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const name of globSync(patterns, { cwd: root }).sort()) {
    hash.update(`${name}\0`).update(readFileSync(path.join(root, name)));
  }
  return hash.digest('hex');
}
