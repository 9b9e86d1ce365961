/**
 * Who may import whom, and what may be done where (CONTRIBUTING.md). Usage: node scripts/check-source-rules.ts
 * The linters cannot say it: they see the text of an import and not the file it leads to.
 */
import { globSync } from 'node:fs';
import { root } from './lib/run-tool.ts';
import { checkCycles, checkLayers } from './lib/source-rules/layers.ts';
import { checkBarrels, checkPlaces } from './lib/source-rules/places.ts';
import { readSource } from './lib/source-rules/source-file.ts';

const isTest = /\.(test|browser\.test|stories)\.tsx?$/;

const names = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => !isTest.test(name) && !name.includes('node_modules'))
  .sort();
const files = names.map((name) => readSource(root, name));
const problems = [
  ...files.flatMap((file) => [...checkLayers(file), ...checkPlaces(file), ...checkBarrels(file)]),
  ...checkCycles(files),
];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
