import { expect, it } from 'vitest';
import { countTurns } from '../../../test/count-turns.ts';
import { mapRows, readTable } from './table.ts';

async function* pieceOf(text: string) {
  yield Buffer.from(text);
}

it('lets other work run every thousand rows', async () => {
  const table = await readTable(pieceOf(`stop_id,stop_name\n${'1,a\n'.repeat(10_000)}`), 10_000);
  if (table === undefined) throw new Error('the table is small enough');
  const turns = countTurns();

  let rows = 0;
  for await (const { records } of mapRows(table, (row) => row.get('stop_id'))) rows += records.length;

  expect(rows).toBe(10_000);
  expect(turns()).toBeGreaterThanOrEqual(10);
});
