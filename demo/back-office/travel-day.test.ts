import { describe, expect, it } from 'vitest';
import { readNetwork } from '../city/network.ts';
import { travelDays } from '../people/habits.ts';
import { people } from '../people/people.ts';
import { type ChargedDay, chargeDay } from './travel-day.ts';

const network = readNetwork();
const now = Date.parse('2026-11-20T16:00:00Z');
const cards = people.flatMap((person) => person.cards);

function history(name: string): ChargedDay[] {
  const card = cards.find((candidate) => candidate.name === name);
  if (card === undefined) throw new Error(`nobody has a card named ${name}`);
  const span = { now, oldest: card.habit.days, newest: 0 };
  return Array.from(travelDays(network, card.medium, card.habit, span), chargeDay);
}

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

  it('has a day refunded twice, a day the bank took in two parts, and days with two operators to show', () => {
    const messages = history('Everyday Visa').map((day) => day.delivery.tx.map((row) => row.operation));
    const operators = history('Ferry and metro').map((day) => new Set(day.delivery.tr.map((row) => row.operator_id)));

    expect(messages.some((day) => day.filter((operation) => operation === 'REFUND').length === 2)).toBe(true);
    expect(messages.filter((day) => day.includes('DEBT_RECOVERY_AUTO'))).toHaveLength(1);
    expect(operators.some((codes) => codes.size === 2)).toBe(true);
  });
});
