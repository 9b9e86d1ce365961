import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { quickPlace } from '../../../scripts/lib/quick-place.ts';
import { makeLinks } from './binaries.ts';

it('the library links are made that the install script would have made, also twice', () => {
  const home = mkdtempSync(path.join(quickPlace(), 'tapfolio-postgres-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  mkdirSync(path.join(home, 'native/lib'), { recursive: true });
  writeFileSync(path.join(home, 'native/lib/libx.so.1.2'), 'library');
  writeFileSync(
    path.join(home, 'native/pg-symlinks.json'),
    '[{"source":"native/lib/libx.so.1.2","target":"native/lib/libx.so.1"}]',
  );
  const binaries = { home: path.join(home, 'native'), initdb: '', postgres: '', version: '18.4.0', majorVersion: '18' };

  makeLinks(binaries);
  makeLinks(binaries);

  expect(readFileSync(path.join(home, 'native/lib/libx.so.1'), 'utf8')).toBe('library');
});
