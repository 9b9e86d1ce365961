/**
 * Random histories of what moves money, against the services, a real database and the ledger of a bank: 10,000 of each kind where
 * `npm test` tries 100, and fewer of those that take longer. SEED repeats a run. Usage: node scripts/test-histories.ts [how many] [arguments of vitest]
 */
import { showTool } from './lib/run-tool.ts';

const [first = '', ...rest] = process.argv.slice(2);
const isCount = /^\d+$/.test(first);
const files = isCount ? rest : [first, ...rest].filter((argument) => argument !== '');
process.exitCode = await showTool(
  'vitest',
  ['run', '--project', 'server', ...(files.length > 0 ? files : ['histories.test'])],
  { environment: { HISTORIES: isCount ? first : '10000' } },
);
