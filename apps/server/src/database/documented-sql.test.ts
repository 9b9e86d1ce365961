import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';

const docs = path.resolve(import.meta.dirname, '../../../../docs');
const { pool } = await createTestDatabase();
const client = await pool.connect();
afterAll(() => client.release());

const isAboutRows = (text: string) => /^(?:select|update|delete|insert|with)\s/i.test(text);
/** Functions of Citus, and texts that only name a kind of statement. */
const isForOthers = (text: string) => /citus_|rebalance_|\w … \w|\w …$/.test(text);

/** What an administrator is told to type in a document: its blocks of SQL, and statements within a sentence. */
function statementsOf(name: string): string[] {
  const text = readFileSync(path.join(docs, name), 'utf8');
  const blocks = Array.from(text.matchAll(/```sql\n([\s\S]*?)```/g), ([, block = '']) => block.split(/;\s*\n/)).flat();
  const inline = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code);
  const all = [...blocks, ...inline].map((one) =>
    one
      .replace(/^\s*--.*$/gm, '')
      .trim()
      .replace(/;$/, ''),
  );
  return all.filter((one) => isAboutRows(one) && !isForOthers(one));
}

const names = ['runbook.md', 'operating.md', 'feeds.md'];
const statements = names.flatMap((name) => statementsOf(name).map((statement) => [name, statement] as const));

it('finds the statements of the documents', () => {
  expect(statements.length).toBeGreaterThan(15);
});

it.each(statements)('%s: an administrator can run %s', async (_, statement) => {
  const filled = statement.replaceAll("'…'", "'00000000-0000-4000-8000-000000000000'").replaceAll('…', '1');

  await expect(client.query(`explain ${filled}`)).resolves.toBeDefined();
});
