import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { replaceFiles } from './replace-files.ts';

test('leaves nothing of a language that was removed, and does not touch what another process is writing', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-generated-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const language of ['fr_CA', 'sl_SI', 'it_IT']) mkdirSync(path.join(folder, language));
  for (const name of ['keys.ts', 'fr_CA/rest.ts', 'sl_SI/rest.ts', 'sl_SI/faults.ts', 'it_IT/rest.ts.77'])
    writeFileSync(path.join(folder, name), 'old');

  await replaceFiles(folder, new Map([['fr_CA/rest.ts', 'new']]));

  expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
    'fr_CA',
    'fr_CA/rest.ts',
    'it_IT',
    'it_IT/rest.ts.77',
  ]);
  expect(readFileSync(path.join(folder, 'fr_CA/rest.ts'), 'utf8')).toBe('new');
});
