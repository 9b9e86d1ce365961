import { readdirSync } from 'node:fs';
import path from 'node:path';
import { temporaryDirectory } from '@tapfolio/server/test/temporary-directory.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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

/** A day whose debt was paid. */
function paidDay(): TravelDay {
  const refused = histories.recent().pw.find(({ stage }) => stage === 'Debt');
  const day = histories.refusedDay(String(refused?.payment_reference));
  if (day === undefined) throw new Error('nobody in the city owes a fare');
  return { ...day, settlement: 'recovered', recoveredAt: startedAt };
}

it('reports a paid debt within two seconds, once, and plays an event every twenty seconds', () => {
  const inbox = temporaryDirectory();
  let paid: TravelDay[] = [];
  const simulator = startSimulator({
    network,
    openDays: { all: () => [], find: () => undefined, put: () => {}, remove: () => {}, save: () => {} },
    media: people.flatMap(({ cards }) => cards).map(({ medium }) => medium),
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
