import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { licenceLists } from '../../licence-lists.ts';
import { writeLicences } from './write-licences.ts';

const a = { name: 'a', version: '1.0.0', identifier: 'MIT', text: 'Copyright (c) A' };
const b = { name: 'b', version: '2.0.0', identifier: 'ISC', text: 'Copyright (c) B' };

function buildWith({ pages, worker }: { pages: object[]; worker: object[] }): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-licences-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, '.vite'));
  writeFileSync(path.join(folder, licenceLists.pages), JSON.stringify(pages));
  writeFileSync(path.join(folder, licenceLists.worker), JSON.stringify(worker));
  return folder;
}

it('writes the licence of each package in the pages and in the service worker once, by name', async () => {
  const folder = buildWith({ pages: [b, a], worker: [a] });

  await writeLicences(folder);

  const [, ...parts] = readFileSync(path.join(folder, 'licences.txt'), 'utf8').split(/\n\n-+\n/);
  expect(parts).toEqual(['a 1.0.0 (MIT)\n\nCopyright (c) A', 'b 2.0.0 (ISC)\n\nCopyright (c) B\n']);
});

it('ends the build if a package brings no text, since somebody has to look for it', async () => {
  const folder = buildWith({ pages: [a, { name: 'c', version: '3.0.0', identifier: 'MIT' }], worker: [] });

  await expect(writeLicences(folder)).rejects.toThrow('c 3.0.0 brings no text of its licence (MIT)');
});
