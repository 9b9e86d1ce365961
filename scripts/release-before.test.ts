import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { root } from './lib/run-tool.ts';

/**
 * The version for which the places below were last looked at. When a release gets another one, remove what the release before it no longer
 * needs, and write the new version here (CONTRIBUTING.md, "A release").
 */
const lookedAtFor = '0.1.0';

/** Comments that say that only the release before needs something. Of the database, those of the schema that all migrations make. */
function placesForReleaseBefore(): string[] {
  const files = globSync(['{apps,packages}/*/src/**/*.{ts,tsx}', 'db/schema.sql'], {
    cwd: root,
    exclude: ['**/*.test.{ts,tsx}', '**/generated/**'],
  });
  return files.sort().flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    // A comment may break the line between the two words.
    const found = Array.from(
      text.matchAll(/release(?:\s|\/\/|\*)+before\b/g),
      ({ index }) => text.slice(0, index).split('\n').length,
    );
    return found.map((line) => `${file}:${line} ${text.split('\n')[line - 1]?.trim()}`);
  });
}

test('what only the release before needed goes with the next release', () => {
  expect(packageFile.version === lookedAtFor ? [] : placesForReleaseBefore()).toEqual([]);
});
