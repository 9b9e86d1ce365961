import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { widths } from './use-media-query.ts';

const folder = path.join(import.meta.dirname, '..');

/**
 * Container queries may use only these: large words on a phone; a word beside the longest statement reference; room for the states of a
 * trip beside its times; `wide` and `roomy` without the margins of the page, for layouts that must also give way to words twice as
 * large; room for steps in a row; room for all columns of a table.
 */
const containerWidths: readonly string[] = ['16rem', '21rem', '30rem', '40rem', '58rem', widths.wide, widths.roomy];

test('style sheets change only at the named widths', async () => {
  const strange: string[] = [];
  let conditions = 0;
  for await (const file of glob('**/*.css', { cwd: folder })) {
    const sheet = await readFile(path.join(folder, file), 'utf8');
    for (const [, kind, condition = ''] of sheet.matchAll(/@(media|container)([^{]*width[^{]*)\{/g)) {
      const known: readonly string[] = kind === 'media' ? Object.values(widths) : containerWidths;
      const asked = condition.match(/width [<>]=? ([\d.]+\w+)/)?.[1] ?? condition;
      conditions += 1;
      if (!known.includes(asked)) strange.push(`${file}: @${kind}${condition}`);
    }
  }

  expect(conditions).toBeGreaterThan(10);
  expect(strange).toEqual([]);
});
