/**
 * The whole table of faults: what `npm test` does once is done ten times. Usage: node scripts/test-faults.ts
 */
import { showTool } from './lib/run-tool.ts';

process.exitCode = await showTool('vitest', ['run', '--project', 'faults', ...process.argv.slice(2)], {
  environment: { FAULTS: 'all' },
});
