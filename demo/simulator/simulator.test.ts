import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryDirectory } from '@tapfolio/server/test/temporary-directory.ts';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { stampOf } from '../back-office/enghouse-files.ts';
import type { TravelDay } from '../back-office/travel-day.ts';
import { readNetwork } from '../city/network.ts';
import { people } from '../people/people.ts';
import { makeHistories } from '../world/histories.ts';
import { startSimulator } from './simulator.ts';

const startedAt = Date.parse('2026-11-20T16:00:00Z');
const network = readNetwork();
const histories = makeHistories(network, startedAt);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: startedAt }));
afterEach(() => void vi.useRealTimers());

const media = people.flatMap(({ cards }) => cards).map(({ medium }) => medium);

/** Nobody is travelling. Notes what it is told. */
function openDaysOf() {
  const changes: string[] = [];
  const note = (change: string) => () => void changes.push(change);
  return { all: () => [], find: () => undefined, put: note('put'), remove: note('removed'), save: () => {}, changes };
}

/** A day whose debt was paid. */
function paidDay(): TravelDay {
  const refused = histories.recent().pw.find(({ stage }) => stage === 'Debt');
  const day = histories.refusedDay(String(refused?.payment_reference));
  if (day === undefined) throw new Error('nobody in the city owes a fare');
  return { ...day, settlement: 'recovered', recoveredAt: startedAt };
}

it('goes on when a delivery cannot be written, and delivers what was paid once it can', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  // A file in the place of a folder: nothing can be written below it.
  const inbox = path.join(temporaryDirectory(), 'inbox');
  writeFileSync(inbox, '');
  const open = openDaysOf();
  const paid = [paidDay()];
  const simulator = startSimulator({
    ...{ network, media, inbox, openDays: open },
    recovered: () => ({ days: [...paid], delivered: () => void paid.splice(0) }),
  });

  vi.advanceTimersByTime(20_000);
  expect(said.mock.lastCall?.[0]).toMatch(/^The city could not deliver its travel, and tries again: .*ENOTDIR/);
  expect(open.changes).toEqual([]);

  rmSync(inbox);
  vi.advanceTimersByTime(2000);
  expect(readdirSync(path.join(inbox, 'pw'))).toEqual([`PLT_PWpaywindows-${stampOf(startedAt + 22_000)}.csv`]);
  expect([paid, open.changes]).toEqual([[], ['removed']]);
  simulator.stop();
});

it('reports a paid debt within two seconds, once, and plays an event every twenty seconds', () => {
  const inbox = temporaryDirectory();
  let paid: TravelDay[] = [];
  const simulator = startSimulator({
    network,
    openDays: openDaysOf(),
    media,
    inbox,
    recovered: () => ({
      days: paid,
      delivered: () => {
        paid = [];
      },
    }),
  });

  vi.advanceTimersByTime(5000);
  expect(readdirSync(inbox)).toEqual([]);

  paid = [paidDay()];
  vi.advanceTimersByTime(14_000);
  expect(readdirSync(path.join(inbox, 'pw'))).toEqual([`PLT_PWpaywindows-${stampOf(startedAt + 6000)}.csv`]);

  vi.advanceTimersByTime(1000);
  expect(readdirSync(path.join(inbox, 'tap'))).toContain(`PLT_TAPtaps-${stampOf(startedAt + 20_000)}.csv`);
  simulator.stop();
});
