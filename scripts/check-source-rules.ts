/**
 * Who may import whom (`lib/import-rules.ts`), and what may be done where (`lib/places.ts`).
 * Usage: node scripts/check-source-rules.ts
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findBrokenRules } from './lib/import-rules.ts';
import { findMisplaced } from './lib/places.ts';
import { root } from './lib/run-tool.ts';

const serverFiles = globSync('apps/server/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
const misplaced = serverFiles
  .map((name) => name.replaceAll('\\', '/'))
  .flatMap((name) => findMisplaced(name, readFileSync(path.join(root, name), 'utf8')));
const problems = [...(await findBrokenRules(root, ['apps', 'packages'])), ...misplaced];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
