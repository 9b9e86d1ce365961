import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lib/run-tool.ts';

const documents = globSync(['*.md', '{docs,config,apps,packages,bench,demo,e2e}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**'],
}).sort();

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

const headingsOf = (text: string) => Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading);

/** As GitHub names the place of a heading in its address. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** What a link of a document says of its target: `[runbook](runbook.md#backup), "Backup"`. */
const link = /\]\((?<file>[^)#\s:]*)(?:#(?<anchor>[^)\s]+))?\)(?:, "(?<heading>[^"]+)")?/g;

function wrongLinksOf(name: string): string[] {
  const text = read(name).replaceAll(/```[\s\S]*?```/g, '');
  return Array.from(text.matchAll(link)).flatMap(([all, file = '', anchor, heading]) => {
    const target = file === '' ? name : path.join(path.dirname(name), file);
    if (!existsSync(path.join(root, target))) return [`${name}: ${all}`];
    if (anchor === undefined && heading === undefined) return [];
    const headings = headingsOf(read(target));
    const isThere =
      (anchor === undefined || headings.map(anchorOf).includes(anchor)) &&
      (heading === undefined || headings.some((one) => one.replace(/ \(.*\)$/, '') === heading));
    return isThere ? [] : [`${name}: ${all}`];
  });
}

test('each link of a document leads to a file that is there, and to a heading of it', () => {
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/runbook.md', 'docs/flows/debt.md']));
  expect(documents.flatMap(wrongLinksOf)).toEqual([]);
});

/** Every file of code, by its path from the root. */
const files = globSync('{apps,packages,db,docs,scripts,bench,demo,e2e}/**/*.{ts,tsx,mjs,sql,css,typ}', {
  cwd: root,
  exclude: ['**/node_modules/**'],
}).map((file) => `/${file.replaceAll(path.sep, '/')}`);

/** A file of code that a document names: `queue/catalogue.ts`. Not one that the reader is to make: `YYYYMMDDHHMM_purpose.sql`. */
const namedFile = /`(?<name>(?![^`]*YYYY)[\w./-]+\.(?:tsx?|mjs|sql|css|typ))`/g;

test('each file of code that a document names is there', () => {
  const missing = documents.flatMap((document) =>
    Array.from(read(document).matchAll(namedFile), ({ groups: { name = '' } = {} }) => name)
      .filter((name) => !files.some((file) => file.endsWith(`/${name}`)))
      .map((name) => `${document}: ${name}`),
  );

  expect(files).toEqual(expect.arrayContaining(['/db/schema.sql', '/apps/server/src/main.ts']));
  expect(missing).toEqual([]);
});
