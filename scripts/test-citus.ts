/**
 * The tests of the server on a Citus cluster of yours. CITUS_DATABASE_URL is a superuser's URL of the coordinator, in a database
 * that knows the workers; without it nothing is run. CITUS_TAPS says how many taps are corrected, and HISTORIES asks for
 * random histories too.
 * Usage: node scripts/test-citus.ts [arguments of vitest]
 */
import { showTool } from './lib/run-tool.ts';

if (process.env.CITUS_DATABASE_URL === undefined)
  process.stdout.write('Not run: CITUS_DATABASE_URL names no cluster.\n');
else {
  const config = 'apps/server/test/citus/vitest.config.ts';
  process.exitCode = await showTool('vitest', ['run', '--config', config, ...process.argv.slice(2)]);
}
