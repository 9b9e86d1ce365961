import { dayMs } from '@tapfolio/domain/durations.ts';
import { describe, expect, it } from 'vitest';
import { RequestBudget } from './request-budget.ts';

/** A budget with its own clock. */
function createBudget(perMinute: number, mostKeys?: number) {
  let time = 1_000_000;
  const budget = new RequestBudget({ most: perMinute, now: () => time, ...(mostKeys !== undefined && { mostKeys }) });
  const pass = (seconds: number) => {
    time += seconds * 1000;
  };
  const takeMany = (key: string, times: number) => Array.from({ length: times }, () => budget.take(key));
  return { budget, pass, takeMany };
}

describe('RequestBudget', () => {
  it('gives the places of a minute at once, then says how long to wait', () => {
    const { budget, takeMany } = createBudget(6);

    expect(takeMany('a', 6)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(budget.take('a')).toBe(10);
  });

  it('asks for no second more because fractions of a millisecond do not add up exactly', () => {
    for (const now of [216_046.11068485325, 60_740.01081298119]) {
      const budget = new RequestBudget({ most: 20, now: () => now });
      for (let place = 0; place < 20; place += 1) budget.take('a');

      expect(budget.take('a')).toBe(3);
    }
  });

  it('does not refuse a person who loads a screen of eight calls every second for a minute, with the default rate', () => {
    const { budget, pass } = createBudget(300);

    for (let second = 0; second < 60; second += 1) {
      for (let call = 0; call < 8; call += 1) expect(budget.take('a')).toBe(0);
      pass(1);
    }
  });

  it('gives places back evenly, and at most those of a minute', () => {
    const { budget, pass, takeMany } = createBudget(6);
    takeMany('a', 6);

    pass(10);
    expect([budget.take('a'), budget.take('a')]).toEqual([0, 10]);
    pass(600);
    expect(takeMany('a', 7)).toEqual([0, 0, 0, 0, 0, 0, 10]);
  });

  it('remembers for its whole window who used it up', () => {
    let time = 0;
    const budget = new RequestBudget({ most: 24, windowMs: dayMs, now: () => time });
    for (let place = 0; place < 24; place += 1) budget.take('a');

    expect(budget.take('a')).toBe(3600);
    time += dayMs / 2;
    expect(Array.from({ length: 13 }, () => budget.take('a'))).toEqual([...Array<number>(12).fill(0), 3600]);
  });

  it('takes no place for a refused call', () => {
    const { pass, takeMany, budget } = createBudget(6);
    takeMany('a', 6);
    takeMany('a', 100);

    pass(10);

    expect(budget.take('a')).toBe(0);
  });

  it('counts each key separately', () => {
    const { budget, takeMany } = createBudget(2);
    takeMany('a', 2);

    expect(budget.take('b')).toBe(0);
  });

  it('takes more places for expensive calls, and at most all of them', () => {
    const { budget } = createBudget(6);

    expect(budget.take('a', 4)).toBe(0);
    expect(budget.take('a', 4)).toBe(20);
    expect(budget.take('a', 2)).toBe(0);
    expect(budget.take('b', 1000)).toBe(0);
    expect(budget.take('b')).toBe(10);
  });

  it('remembers a used budget as long as necessary, also when old keys are removed', () => {
    const { budget, pass, takeMany } = createBudget(6);
    pass(55);
    takeMany('a', 6);
    pass(6);
    budget.take('b');

    expect(budget.knows('a')).toBe(true);
    expect(budget.take('a')).toBe(4);
  });

  it('forgets a key that was not used for two minutes', () => {
    const { budget, pass, takeMany } = createBudget(6);
    takeMany('a', 6);
    pass(61);
    budget.take('b');
    pass(61);
    budget.take('b');

    expect(budget.knows('a')).toBe(false);
  });

  it('remembers a limited number of keys', () => {
    const { budget } = createBudget(6, 100);

    for (let key = 0; key < 10_000; key += 1) budget.take(`key ${key}`);

    expect(budget.size).toBeLessThanOrEqual(200);
  });
});
