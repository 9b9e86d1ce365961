import { expect, it } from 'vitest';
import { statement, transaction } from '../src/lib/sql.ts';
import { notNull, nullable, oneOf, text } from '../src/lib/sql-types.ts';
import { takeMistakes } from './rows-as-declared.ts';
import { createTestDatabase } from './test-database.ts';

const { pool } = await createTestDatabase();

const readWrong = statement({
  name: 'checkRows.readWrong',
  values: { empty: nullable(text), word: text },
  row: { empty: notNull(text, 'a wrong reason'), word: notNull(oneOf(['yes', 'no']), 'a value') },
  text: 'select $empty::text as empty, $word::text as word',
});

it('finds a row that differs from its declaration', async () => {
  await readWrong(pool, { empty: null, word: 'maybe' });
  await transaction(pool, async (tx) => await readWrong(tx, { empty: null, word: 'yes' }));
  await readWrong(pool, { empty: '', word: 'no' });

  expect(takeMistakes()).toEqual([
    'checkRows.readWrong: empty is null',
    'checkRows.readWrong: word is "maybe"',
    'checkRows.readWrong: empty is null',
  ]);
});
