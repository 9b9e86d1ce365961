/**
 * The tests of travel on a Citus cluster of yours. CITUS_DATABASE_URL is a superuser's URL of the coordinator, in a database
 * that knows the workers; without it nothing is run. `--all` corrects 320,000 taps instead of 4,000.
 * Usage: node scripts/test-citus.ts [--all] [arguments of vitest]
 */
import { showTool } from './lib/run-tool.ts';

const args = process.argv.slice(2);
const config = 'apps/server/test/citus/vitest.config.ts';

if (process.env.CITUS_DATABASE_URL === undefined)
  process.stdout.write('Not run: CITUS_DATABASE_URL names no cluster.\n');
else {
  process.exitCode = await showTool('vitest', ['run', '--config', config, ...args.filter((arg) => arg !== '--all')], {
    environment: args.includes('--all') ? { CITUS_TESTS: 'all' } : {},
  });
}
