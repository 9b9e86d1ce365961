import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { Importer } from '../../src/feeds/importer.ts';
import { createTestApp } from '../build-app.ts';
import { london, mediumKey } from '../feed-fixture.ts';
import { deliveredMoney } from '../meetings/delivered-money.ts';
import { followClient, followStatements } from '../meetings/meet.ts';
import { meetings } from '../meetings/one-after-the-other.ts';
import { holdsInRandomHistories } from '../random-histories.ts';
import { silentBank } from '../silent-bank.ts';

const operators = [{ ...london, currency: 'EUR' as const }];
const app = await createTestApp([], { bank: silentBank, config: { operators } });
const { context, pool, url } = app;
followStatements((['portal', 'worker'] as const).map((part) => context.databases.of(part).pool));
const importer = await Importer.open({ databaseUrl: url, operators, mediumKey });
followClient(importer.client);
afterAll(() => importer.close());

const folder = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-meetings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const begin = deliveredMoney(app, importer, folder);
const { bothOrders, expectOneAfterTheOther } = meetings(pool, begin);
const names = Object.keys((await begin()).acts);
const anyAct = fc.constantFrom(...names);

holdsInRandomHistories('an act about money and a delivery that meet at any statement end as one after the other', {
  step: fc
    .record({ first: anyAct, second: anyAct, at: fc.nat({ max: 400 }) })
    .filter(({ first, second }) => first !== second && !isOwnPair(first, second)),
  longest: 3,
  cost: 20,
  usual: 2,
  usualSeed: 1,
  // Each of them empties the tables.
  isAlone: true,
  live: async (steps) => {
    for (const { first, second, at } of steps) {
      const { statements, ends } = await bothOrders(first, second);
      await expectOneAfterTheOther(first, second, at % Math.max(statements.length, 1), ends);
    }
  },
});

/** Of importers one writes at a time. */
const isOfImporter = (act: string) => /^(deliver|read all files)/.test(act);

/**
 * A passenger who begins to pay while a delivery takes the fare to another card keeps a try that is given up before the bank is asked: one
 * after the other, the fare would stay, or the passenger be refused.
 */
function isOwnPair(first: string, second: string): boolean {
  const pair = [first, second];
  return pair.every(isOfImporter) || (pair.includes('pay the fare') && pair.includes('deliver that another card paid'));
}
