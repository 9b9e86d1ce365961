import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { quarantineCode } from './quarantine-codes.ts';

/** All reasons for which the sources below this folder set a row aside. */
function reasonsInSources(): string[] {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((name) => !name.endsWith('.test.ts'));
  const sources = files.map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8')).join('\n');
  const thrown = Array.from(sources.matchAll(/new BadRow\(\s*'([^']+)'/g), ([, reason = '']) => reason);
  const told = Array.from(sources.matchAll(/const reason = '([^']+)'/g), ([, reason = '']) => reason);
  const ofStaged = Array.from(sources.matchAll(/addStaged\(\w+, '([^']+)'/g), ([, reason = '']) => reason);
  return [...new Set([...thrown, ...told, ...ofStaged])];
}

test('every reason why a delivered row is set aside has a code of the catalogue [ERR-02]', () => {
  const reasons = reasonsInSources();

  expect(reasons).toEqual(expect.arrayContaining(['row is too long', 'tap id belongs to another card and day']));
  expect(reasons.filter((reason) => quarantineCode(reason) === undefined)).toEqual([]);
});

test('a product that ends before it begins has the code of a trip that does', () => {
  expect(quarantineCode('validity ends before it begins')).toBe('NWA0033');
});
