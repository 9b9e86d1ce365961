import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textOnlyReason } from '../packages/contracts/src/answered-codes.ts';
import { allCalls } from '../packages/contracts/src/contract.ts';
import { errorCodes, familyEntries } from '../packages/contracts/src/error-catalogue.ts';
import type { CatalogueEntry } from '../packages/contracts/src/errors/catalogue-entry.ts';
import { systemCodes } from '../packages/contracts/src/errors/system-codes.ts';
import { messageGroups } from '../packages/contracts/src/message-groups.ts';
import { refusalsOf } from '../packages/contracts/src/refusals-of.ts';
import { root } from './lib/run-tool.ts';
import { unansweredRefusals } from './lib/unanswered-refusals.ts';

const entries: Readonly<Record<string, CatalogueEntry>> = familyEntries;
const isTest = (name: string) => /\.test\.tsx?$/.test(name);
const sources = (pattern: string) => globSync(pattern, { cwd: root }).filter((name) => !isTest(name));
const codeOfThing: Readonly<Record<string, Readonly<Record<string, string>>>> = systemCodes;

/** The codes that stand in these files, as they are or as `systemCodes.card.unknown`; comments do not count. */
function codesIn(names: readonly string[]): ReadonlySet<string> {
  const text = names
    .map((name) => readFileSync(path.join(root, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=\s)\/\/ .*/g, ''))
    .join('\n');
  const literal = text.match(/\b(?:[a-zA-Z]+_[a-zA-Z_]+|0\d{3}|(?:NWA|PS|TM)\d{4}|unavailable|unauthenticated)\b/g);
  const named = Array.from(
    text.matchAll(/\bsystemCodes\.(\w+)\.(\w+)/g),
    ([, thing = '', fault = '']) => codeOfThing[thing]?.[fault],
  );
  return new Set([...(literal ?? []), ...named.filter((code) => code !== undefined)]);
}

const tested = codesIn(globSync('apps/server/{src,test,faults}/**/*.ts', { cwd: root }).filter(isTest));
const answering = codesIn(sources('{apps/server,packages/domain}/src/**/*.ts'));
const used = codesIn(sources('{apps/*/src,packages/domain/src,demo}/**/*.{ts,tsx}'));
/** `field-codes.test.ts` sends every call what is missing and wrong, and compares the answers with the catalogue. */
const ofFields = new Set<string>(Object.values(systemCodes).flatMap(({ missing, invalid }) => [missing, invalid]));
/** `plugins/errors.ts` puts these together; `plugins/errors.test.ts` has a statement of each kind fail. */
const composed = new Set(['db_cannot_read', 'db_cannot_insert', 'db_cannot_update', 'db_cannot_delete']);

const answered = errorCodes.filter((code) => textOnlyReason(code) === undefined && !ofFields.has(code));

test('every code that a call may answer stands in some test of the server [ERR-02]', () => {
  expect(answered.filter((code) => !tested.has(code))).toEqual([]);
});

test('every code that is not said to be text-only stands in the source of the server [ERR-02]', () => {
  expect(answered.filter((code) => !answering.has(code) && !composed.has(code))).toEqual([]);
});

test('no source answers with a code that is said to be text-only [ERR-02]', () => {
  const silent = errorCodes.filter((code) => textOnlyReason(code) !== undefined);

  expect(silent.filter((code) => used.has(code))).toEqual([]);
});

test('the reason why a code is text-only names codes that are answered in its place [ERR-02]', () => {
  const named = errorCodes.flatMap((code) =>
    [...(textOnlyReason(code) ?? '').matchAll(/`(\w+)`/g)].map(([, instead = '']) => instead),
  );

  expect(named.length).toBeGreaterThan(10);
  const known: ReadonlySet<string> = new Set(errorCodes.filter((code) => textOnlyReason(code) === undefined));
  expect(named.filter((instead) => !known.has(instead))).toEqual([]);
});

test('no call declares a code that follows from the rest of its declaration, that is text-only, or twice [ERR-02]', () => {
  for (const call of allCalls) {
    const { refuses = [], path: at } = call;
    const derived = refusalsOf({ ...call, refuses: [] });
    expect(
      refuses.filter((code) => derived.includes(code)),
      at,
    ).toEqual([]);
    expect(
      refuses.filter((code) => textOnlyReason(code) !== undefined),
      at,
    ).toEqual([]);
    expect(new Set(refuses).size, at).toBe(refuses.length);
  }
});

test('the list of declared refusals that no test gets names each of them, and none that was got', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-refusals-'));
  const file = path.join(folder, 'refusals.txt');

  const all = unansweredRefusals(file);
  writeFileSync(file, all.slice(1).join('\n'));

  expect(all).toEqual(expect.arrayContaining(['unlinkCard card_last_cannot_be_unlinked', 'requestRefund PS0010']));
  expect(unansweredRefusals(file)).toEqual(all.slice(0, 1));
  rmSync(folder, { recursive: true });
});

test('the families have every number of the specification, with a status and a meaning [ERR-02]', () => {
  const numbers = (prefix: string, first: number, last: number): string[] =>
    Array.from({ length: last - first + 1 }, (_, at) => `${prefix}${String(first + at).padStart(4, '0')}`);
  const wanted = [...numbers('NWA', 2, 39), ...numbers('PS', 1, 36), ...numbers('TM', 1, 220)];

  expect(
    Object.keys(entries)
      .filter((code) => /^[A-Z]/.test(code))
      .toSorted(),
  ).toEqual(wanted.toSorted());
  expect(errorCodes).toEqual(expect.arrayContaining(['0101', '0102', '0107']));
  for (const [code, { status, means }] of Object.entries(entries)) {
    expect(status, code).toBeGreaterThanOrEqual(400);
    expect(means, code).toMatch(/\.$/);
  }
});

test('every group of messages of the back end has its codes, and every case that the specification names has one [ERR-03]', () => {
  expect(Object.keys(messageGroups)).toEqual([
    'db',
    'account',
    'authentication',
    'card',
    'certificate',
    'favourites',
    'presence data',
    'products',
    'receipt',
    'sso oidc',
    'stations',
    'taps',
    'trip',
    'user',
    'xtat',
    'internal communication',
  ]);
  for (const codes of Object.values(messageGroups)) expect(errorCodes).toEqual(expect.arrayContaining([...codes]));
  expect(Object.values(messageGroups).flat()).toEqual(
    expect.arrayContaining([
      ...['db_cannot_read', 'db_cannot_insert', 'db_cannot_update', 'db_cannot_delete'],
      ...['user_already_exists', 'role_already_exists', 'contractor_already_exists', 'domain_already_exists'],
      ...['comment_adding_failed', 'profile_update_failed', 'password_reset_failed'],
      ...['sso_configuration_failed', 'sso_failed', 'NWA0010', 'NWA0011'],
    ]),
  );
  // A code of the back end that no group says would be one that nobody finds.
  const grouped = new Set<string>(Object.values(messageGroups).flat());
  expect(Object.keys(entries).filter((code) => /^[a-z]/.test(code) && !grouped.has(code))).toEqual([]);
});
