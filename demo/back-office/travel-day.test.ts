import path from 'node:path';
import { loadConfig } from '@tapfolio/server/src/config/config.ts';
import { homeOperator } from '@tapfolio/server/src/config/home-operator.ts';
import { temporaryDirectory } from '@tapfolio/server/test/temporary-directory.ts';
import { describe, expect, it } from 'vitest';
import { readNetwork } from '../city/network.ts';
import { travelDays } from '../people/habits.ts';
import { people } from '../people/people.ts';
import { tariff } from './fares.ts';
import { type ChargedDay, chargeDay, type TravelDay } from './travel-day.ts';

const demoConfig = path.resolve(import.meta.dirname, '../../config/demo.json');
const network = readNetwork();
const now = Date.parse('2026-11-20T16:00:00Z');
const cards = people.flatMap((person) => person.cards);

function daysOf(name: string, lastDays?: number): TravelDay[] {
  const card = cards.find((candidate) => candidate.name === name);
  if (card === undefined) throw new Error(`nobody has a card named ${name}`);
  const span = { now, oldest: lastDays ?? card.habit.days, newest: 0 };
  return [...travelDays(network, card.medium, card.habit, span)];
}

const history = (name: string): ChargedDay[] => daysOf(name).map(chargeDay);

const sum = (rows: Record<string, string | number>[]) => rows.reduce((total, row) => total + Number(row.amount), 0);

describe('the invented back office', () => {
  it.each(cards.map((card) => card.name))('charges what the trips and purchases of each day add up to: %s', (name) => {
    for (const { delivery, dueMinor } of history(name)) {
      expect(sum(delivery.tr) + sum(delivery.products)).toBe(dueMinor);
      expect(delivery.pw[0]?.amount_to_settle).toBe(dueMinor);
    }
  });

  it('makes the same history every time', () => {
    expect(history('Everyday Visa')).toEqual(history('Everyday Visa'));
  });

  it('gives the courier exactly fifty thousand trips and no reference twice', () => {
    const days = history('Courier card');

    expect(days.reduce((trips, day) => trips + day.delivery.tr.length, 0)).toBe(50_000);
    expect(new Set(days.map((day) => day.srid)).size).toBe(days.length);
  });

  it('has a day the bank refused, a day cap and a day pass to show', () => {
    const stages = history('Mastercard').map((day) => day.delivery.pw[0]?.stage);
    const reasons = history('Everyday Visa').flatMap((day) => day.delivery.tr.map((row) => row.reason));

    expect(stages.filter((stage) => stage === 'Debt')).toHaveLength(1);
    expect(reasons).toEqual(expect.arrayContaining(['daily cap reached', 'day pass', 'free transfer', 'single fare']));
  });

  it('charges no more than the caps of the day and the month that the configuration tells passengers', () => {
    const { config } = loadConfig(demoConfig, { TAPFOLIO_DATA: temporaryDirectory() });
    const caps = homeOperator(config.operators).caps;
    const months = Map.groupBy(daysOf('Courier card', 60), ({ day }) => day.slice(0, 7));
    const ofMonths = [...months.values()].map((days) => days.reduce((sum, day) => sum + chargeDay(day).dueMinor, 0));
    const reasonsOf = (name: string) =>
      history(name)
        .at(-1)
        ?.delivery.tr.map(({ amount, reason }) => [amount, reason]);

    expect(caps?.map(({ period, amountMinor }) => [period, amountMinor])).toEqual([
      ['day', tariff.dayCap],
      ['month', tariff.monthCap],
    ]);
    expect(Math.max(...ofMonths)).toBe(tariff.monthCap);
    expect(reasonsOf('Early card')).toEqual([
      [375, 'single fare'],
      [375, 'single fare'],
      [375, 'single fare'],
      [0, 'daily cap reached'],
    ]);
    expect(reasonsOf('Early phone')).toEqual([
      [375, 'single fare'],
      [375, 'single fare'],
    ]);
  });

  it('has a day refunded twice, a day the bank took in two parts, and days with two operators to show', () => {
    const messages = history('Everyday Visa').map((day) => day.delivery.tx.map((row) => row.operation));
    const operators = history('Ferry and metro').map((day) => new Set(day.delivery.tr.map((row) => row.operator_id)));

    expect(messages.some((day) => day.filter((operation) => operation === 'REFUND').length === 2)).toBe(true);
    expect(messages.filter((day) => day.includes('DEBT_RECOVERY_AUTO'))).toHaveLength(1);
    expect(operators.some((codes) => codes.size === 2)).toBe(true);
  });
});
