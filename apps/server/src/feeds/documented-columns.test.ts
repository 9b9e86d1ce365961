import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Operators } from '../config/operators.ts';
import type { Entity } from './delimited-format.ts';
import { payWindows } from './enghouse/pay-windows.ts';
import { taps } from './enghouse/taps.ts';
import { ticketResults } from './enghouse/ticket-results.ts';
import { transactions } from './enghouse/transactions.ts';
import { formats } from './formats.ts';
import { cardStates } from './products/card-states.ts';
import { products } from './products/products.ts';
import { salesPackages } from './products/sales-packages.ts';
import { RowContext } from './row-context.ts';

const guide = readFileSync(new URL('../../../../docs/feeds.md', import.meta.url), 'utf8');
const operators = new Operators([
  { code: '1', name: 'Home', timeZone: 'America/Toronto', dayCut: '04:30', currency: 'CAD', home: true },
]);
const context = new RowContext({ operators, mediumKey: Buffer.alloc(32), exportedAt: '2026-01-01T00:00:00Z' });

/** The columns that a reader looks for when it gets a header. */
function columnsReadBy(entity: Entity): string[] {
  const asked = new Set<string>();
  const at = (name: string) => {
    asked.add(name);
    return -1;
  };
  entity.reader({ names: [], at, missing: () => [] }, context);
  return [...asked];
}

/** The names between backticks in the tables of a chapter. */
function columnsDescribedIn(chapter: string): string[] {
  const [, text = ''] = guide.split(`\n## ${chapter}\n`);
  const rows = (text.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].flatMap(([, names = '']) => names.split(' ')));
}

it.each([
  { chapter: 'Enghouse', entities: [taps, ticketResults, payWindows, transactions] },
  { chapter: 'Products and sales', entities: [products, salesPackages, cardStates] },
])('docs/feeds.md describes every column that is read: $chapter', ({ chapter, entities }) => {
  const described = new Set(columnsDescribedIn(chapter));

  const missing = entities.map((entity) => [entity.name, columnsReadBy(entity).filter((name) => !described.has(name))]);

  expect(Object.fromEntries(missing)).toEqual(Object.fromEntries(entities.map(({ name }) => [name, []])));
});

it('docs/feeds.md says how files of each format are imported by hand', () => {
  const [, byHand = ''] = guide.split('\n- **By hand**');
  const isNamed = ({ name }: { name: string }) => new RegExp(`\\b${name}\\b`).test(byHand.split('```')[0] ?? '');

  expect(formats.filter((format) => !isNamed(format)).map(({ name }) => name)).toEqual([]);
});
