import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DeliveredMove, type OwnMove, pairMoves } from './own-moves.ts';

const day = (number: number) => new Date(Date.UTC(2026, 2, number, 12));
const own = (id: string, more: Partial<OwnMove> = {}): OwnMove => ({
  id,
  amountMinor: 370,
  bankReference: `bank ${id}`,
  requestedAt: day(10),
  ...more,
});
const delivered = (id: string, more: Partial<DeliveredMove> = {}): DeliveredMove => ({
  id,
  amountMinor: 370,
  retrievalReference: null,
  at: day(11),
  ...more,
});
const pairs = (...given: Parameters<typeof pairMoves>) => Object.fromEntries(pairMoves(...given));

it('matches a movement by the reference of the bank, even if the other values differ', () => {
  const known = delivered('x', { retrievalReference: 'bank a' });

  expect(pairs([own('a'), own('b')], [delivered('y', { amountMinor: 1 }), known])).toEqual({ a: 'x' });
});

it('matches a movement by amount and time if the references differ', () => {
  expect(pairs([own('a')], [delivered('x', { retrievalReference: 'RRN 7' })])).toEqual({ a: 'x' });
  expect(pairs([own('a')], [delivered('x', { amountMinor: 371 })])).toEqual({});
});

it('matches a movement of up to a day before the request: clocks differ, and some deliveries name only the day', () => {
  const at = (ms: number) => pairs([own('a')], [delivered('x', { at: new Date(day(9).getTime() + ms) })]);

  expect([at(0), at(-1)]).toEqual([{ a: 'x' }, {}]);
  expect(pairs([own('a')], [delivered('x', { at: null })])).toEqual({ a: 'x' });
});

it('gives the only delivery of two equal movements to the later one, which the earlier cannot have been', () => {
  const both = [own('early', { requestedAt: day(1) }), own('late')];

  expect(pairs(both, [delivered('x')])).toEqual({ late: 'x' });
  expect(pairs(both.toReversed(), [delivered('x')])).toEqual({ late: 'x' });
  expect(pairs(both, [delivered('x', { at: day(2) }), delivered('y')])).toEqual({ early: 'x', late: 'y' });
});

it('takes the first of several deliveries that match', () => {
  expect(pairs([own('a')], [delivered('x'), delivered('y')])).toEqual({ a: 'x' });
  const named = ['x', 'y'].map((id) => delivered(id, { retrievalReference: 'bank a' }));
  expect(pairs([own('a')], named)).toEqual({ a: 'x' });
});

it('does not match a movement from before the request', () => {
  expect(pairs([own('a')], [delivered('x', { at: day(8) })])).toEqual({});
  expect(pairs([own('a'), own('b', { requestedAt: day(20) })], [delivered('x', { at: day(11) })])).toEqual({ a: 'x' });
});

it('matches an ordinary movement only if reference, amount and time agree', () => {
  const ordinary = (more: Partial<DeliveredMove>) =>
    delivered('x', { retrievalReference: 'bank a', isOrdinary: true, ...more });

  expect(pairs([own('a')], [ordinary({})])).toEqual({ a: 'x' });
  expect(pairs([own('a')], [ordinary({ retrievalReference: null })])).toEqual({});
  expect(pairs([own('a')], [ordinary({ amountMinor: 371 })])).toEqual({});
  expect(pairs([own('a')], [ordinary({ at: day(8) })])).toEqual({});
});

it('pairs each movement and each delivery only once', () => {
  const owns = fc.array(
    fc.record({ amountMinor: fc.integer({ min: 1, max: 3 }), at: fc.integer({ min: 1, max: 28 }) }),
  );
  fc.assert(
    fc.property(owns, owns, (ours, theirs) => {
      const one = ours.map(({ amountMinor, at }, n) => own(`o${n}`, { amountMinor, requestedAt: day(at) }));
      const other = theirs.map(({ amountMinor, at }, n) => delivered(`d${n}`, { amountMinor, at: day(at) }));
      const found = pairMoves(one, other);

      expect(new Set(found.values()).size).toBe(found.size);
      expect(found.size).toBeLessThanOrEqual(Math.min(one.length, other.length));
    }),
  );
});
