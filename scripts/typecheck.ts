/** Checks the types of every program of the repository with TypeScript 7. Usage: node scripts/typecheck.ts */
import { generateSources } from './lib/generated-sources.ts';
import { runTool } from './lib/run-tool.ts';

await generateSources();

/** One entry per program: they differ in the globals they may see (Node, DOM, service worker). */
const programs = [
  'tsconfig.json',
  'e2e/tsconfig.json',
  'apps/web/tsconfig.json',
  'apps/web/tsconfig.test.json',
  'apps/web/tsconfig.sw.json',
];

/** Each further checker works out the shared types again: four take twice the processor time of one. Beside this, `check` runs the linter. */
const flags = ['--pretty', 'false', '--checkers', '1'];

let failed = 0;
for (const program of programs) {
  const result = await runTool('tsc', [...flags, '-p', program]);
  if (result.code === 0) continue;
  failed += 1;
  process.stdout.write(`${program}\n${result.output}\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
