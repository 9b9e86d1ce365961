import { expect, test } from 'vitest';
import { screenAt } from './focus-on-navigation.ts';

const at = (pathname: string, search: object = {}) => screenAt({ pathname, search });

test('one card is another screen than all cards, although their path is the same', () => {
  expect(at('/card', { id: 1 })).not.toBe(at('/card'));
  expect(at('/card', { id: 1 })).not.toBe(at('/card', { id: 2 }));
});

test('filter, page and card of a history are one screen', () => {
  const trips = at('/card/trips-history');

  expect(at('/card/trips-history/1', { from: '2026-01-01T05:00:00Z' })).toBe(trips);
  expect(at('/card/trips-history/2', { cursor: 'x' })).toBe(trips);
  expect(at('/card/payments-history/1')).not.toBe(trips);
});
