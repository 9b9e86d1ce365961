import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;
const read = (file: string) => ({
  file,
  text: readFileSync(path.join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/gm, ''),
});
const sheets = globSync('**/*.css', { cwd: folder }).map(read);
const sources = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.{ts,tsx}'] }).map(read);
const allText = sources.map(({ text }) => text).join('\n');
const every = (text: string, pattern: RegExp): Set<string> =>
  new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found));

/** A module that imports a sheet, and the name that it gives the classes. */
const uses = sources.flatMap(({ file, text }) =>
  Array.from(text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g), ([, name = '', at = '']) => ({
    sheet: path.join(path.dirname(file), at),
    /** The classes that it names: `style.name`. */
    named: every(text, new RegExp(`(?<![\\w/-])${name}\\.(\\w+)`, 'g')),
    /** Whether it also takes classes by names that it computes: `style[state]`. */
    computes: text.includes(`${name}[`),
  })),
);
const classesOf = (text: string) => every(text, /\.([a-z]\w*)(?=[^{}]*\{)/gi);

test('a screen uses every class of a sheet', () => {
  const unused = sheets.flatMap(({ file, text }) => {
    const ofSheet = uses.filter(({ sheet }) => sheet === file);
    const isUsed = (name: string) =>
      ofSheet.some(({ named, computes }) => named.has(name) || (computes && new RegExp(`\\b${name}\\b`).test(allText)));
    return file.endsWith('.module.css')
      ? [...classesOf(text)].filter((name) => !isUsed(name)).map((name) => `${file}: .${name}`)
      : [];
  });

  expect(uses.length).toBeGreaterThan(40);
  expect(unused).toEqual([]);
});

test('a sheet has every class that a screen names', () => {
  const missing = uses.flatMap(({ sheet, named }) => {
    const classes = classesOf(sheets.find(({ file }) => file === sheet)?.text ?? '');
    return [...named].filter((name) => !classes.has(name)).map((name) => `${sheet}: .${name}`);
  });

  expect(missing).toEqual([]);
});

test('only a pointer that can hover changes what is under it: after a touch it would stay changed', () => {
  const withHover = sheets.filter(({ text }) => text.includes(':hover'));
  const withoutPointer = withHover.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/(\S[^\n]*)\n\s*&:hover/g), ([, before]) => `${file}: ${before}`).filter(
      (found) => !found.endsWith('@media (hover: hover) {'),
    ),
  );

  expect(withHover.length).toBeGreaterThan(5);
  expect(withoutPointer).toEqual([]);
});

test('every property that is set is read, and every one that is read is set', () => {
  const styles = sheets.map(({ text }) => text).join('\n');
  const set = every(styles, /(?<![\w-])(--[a-z][\w-]*)\s*:/g);
  const read = every(styles, /var\(\s*(--[a-z][\w-]*)/g);

  expect(set.size).toBeGreaterThan(20);
  expect([...set].filter((name) => !read.has(name) && !allText.includes(name))).toEqual([]);
  expect([...read].filter((name) => !set.has(name) && !allText.includes(name))).toEqual([]);
});
