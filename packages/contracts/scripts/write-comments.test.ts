import { expect, test } from 'vitest';
import { readComments } from './write-comments.ts';

const other = `
/** A day. */
export const day = z.iso.date();
/** An amount. */
export const money = z.object({ amountMinor: z.int() });
`;

test('reads what is said of a shape, of its fields and of those inside them', () => {
  const text = `
/**
 * A fare,
 * as it is shown.
 */
export const fare = z.object({
  /** What it costs. */
  price: z.nullable(money),
  day,
  // Not for readers of the document.
  line: z.object({ name: z.string(), /** Six digits. */ colour: z.string() }),
  stops: z.array(z.object({ /** By the clock of the stop. */ at: day })).check(z.maxLength(2)),
});`;

  expect(readComments([text, other]).fare).toEqual({
    '': 'A fare, as it is shown.',
    price: 'What it costs.',
    day: 'A day.',
    'line.colour': 'Six digits.',
    'stops.at': 'By the clock of the stop.',
  });
});

test('reads the fields of the shapes of which a shape is made, and not those of a shape that has a name of its own', () => {
  const text = `
const parts = { /** In capitals. */ currency: z.string() };
const inner = z.object({ /** From one on. */ count: z.int() });
export const facts = z.object({ ...parts });
export const more = z.extend(facts, { price: money, inner: z.nullable(inner) });`;

  const said = readComments([
    text,
    `${other}export const named = z.object({ /** Not at the price. */ amountMinor: 1 });`,
  ]);

  expect(said.more).toEqual({ currency: 'In capitals.', 'inner.count': 'From one on.' });
});

test('reads the parts of a call', () => {
  const text = `
const query = z.object({ /** Of one page. */ limit: z.int() });
export const listFares = defineCall({ method: 'GET', query, body: z.object({ /** Any. */ text: z.string() }) });`;

  expect(readComments([text])).toMatchObject({
    'listFares.query': { limit: 'Of one page.' },
    'listFares.body': { text: 'Any.' },
  });
});
