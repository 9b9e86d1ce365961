import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract, operatorCalls } from './contract.ts';
import type { Call } from './define-call.ts';

/** Every field of a path or of a query, with the shape that reads it. */
const fields = Object.entries<Call>({ ...contract, ...operatorCalls }).flatMap(([call, { params, query }]) =>
  [params, query].flatMap((shape) =>
    shape instanceof z.ZodMiniObject
      ? Object.entries(shape.shape).map(([field, of]) => ({ call, field, of: of as z.ZodMiniType }))
      : [],
  ),
);
const read = (of: z.ZodMiniType, text: string): unknown => z.safeParse(of, text).data;

describe('parameters of an address', () => {
  it('finds the calls that have a parameter', () => {
    expect(new Set(fields.map(({ call }) => call)).size).toBeGreaterThan(25);
  });

  it.each([
    '0x1',
    '1e3',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '1.0',
    '1_0',
    '0b1',
    '\u0661',
    '\uff11',
    '\u00a01',
    '1\t',
    'Infinity',
    '',
  ])('is no number where only a program would see one: %j', (text) => {
    const numbers = fields.filter(({ of }) => read(of, text) !== undefined && read(of, text) !== text);

    expect(numbers).toEqual([]);
  });

  it.each([
    `2026-11-01T00:00:00.${'1'.repeat(200)}Z`,
    '2026-02-30T00:00:00Z',
    '2026-11-01T24:00:00Z',
    '2026-11-01T00:00:60Z',
    '2026-11-01T00:00:00+14:00',
    '+012026-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2026-11-01',
    'infinity',
    'now',
  ])('is no instant where the database would see another one or none: %s', (text) => {
    const instants = fields.filter(
      ({ of }) => read(of, '2026-11-01T00:00:00Z') !== undefined && read(of, 'x') === undefined,
    );

    expect(instants.length).toBeGreaterThan(8);
    expect(instants.filter(({ of }) => read(of, text) !== undefined)).toEqual([]);
  });
});
