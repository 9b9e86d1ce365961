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

test('reads what is said of a body that has a name, and of the fields of an answer that has none', () => {
  const text = `
/** What to pay. */
const wish = z.object({ /** In full. */ amount: money });
export const payFare = defineCall({
  body: wish,
  answers: { 201: z.object({ /** Of the payment. */ id: z.uuid() }), 204: z.null() },
  besideError: z.object({ /** In words. */ text: z.string() }),
});`;

  expect(readComments([text])).toMatchObject({
    'payFare.body': { '': 'What to pay.', amount: 'In full.' },
    'payFare.answers': { id: 'Of the payment.' },
    'payFare.besideError': { text: 'In words.' },
  });
});

test('says of an enumeration what is said of the list of its values, unless it has a comment', () => {
  const lists = `/** open: not paid. */
export const states = ['open'];
/** Not read. */
export const kinds = ['bus'];`;
  const text = `
export const state = z.enum(states);
/** Of the vehicle. */
export const kind = z.enum(kinds);`;

  expect(readComments([text], [lists])).toEqual({ state: { '': 'open: not paid.' }, kind: { '': 'Of the vehicle.' } });
});
