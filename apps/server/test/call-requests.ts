import { randomUUID } from 'node:crypto';
import { contract, operatorCalls } from '@tapfolio/contracts/contract.ts';
import { type Call, isKeyed } from '@tapfolio/contracts/define-call.ts';
import { keysOf } from '@tapfolio/domain/keys-of.ts';
import fc from 'fast-check';
import * as z from 'zod';

export const callNames = keysOf(contract);
export const operatorCallNames = Object.keys(operatorCalls);

const calls: Readonly<Record<string, Call>> = { ...contract, ...operatorCalls };

function callOf(name: string): Call {
  const call = calls[name];
  if (call === undefined) throw new Error(`there is no call ${name}`);
  return call;
}

export interface Parts {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Builds an HTTP request of this call from any parts. A call with an `Idempotency-Key` gets a new key. */
export function requestOf(name: string, { params, query, body }: Partial<Parts> = {}) {
  const declared = callOf(name);
  const { method, path } = declared;
  const url = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(textOf(params?.[key] ?? 1)));
  const values = Object.entries(query ?? {}).map(([key, value]) => [key, textOf(value)] as const);
  const search = new URLSearchParams(Object.fromEntries(values)).toString();
  return {
    method,
    url: search === '' ? url : `${url}?${search}`,
    headers: isKeyed(declared) ? { 'idempotency-key': randomUUID() } : {},
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/** Replaces lone surrogates, which a URL cannot contain. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

/** Path parameters: an existing card, and for all others an id of the right form. */
export const soundParams = new Proxy<Record<string, unknown>>(
  {},
  {
    get(_, name) {
      if (name === 'cardId') return 1;
      return name === 'sessionId' ? '0123456789abcdef' : randomUUID();
    },
  },
);

/** The part of JSON Schema that the contracts use. */
interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** The schemas of a call's request parts, from its contract. */
export function partsOf(name: string): { params?: Schema; query?: Schema; body?: Schema } {
  const { params, query, body } = callOf(name);
  // What zod writes is wider than what the contracts need.
  const describe = (schema: z.core.$ZodType) =>
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  return {
    ...(params !== undefined && { params: describe(params) }),
    ...(query !== undefined && { query: describe(query) }),
    ...(body !== undefined && { body: describe(body) }),
  };
}

/** A valid body, made from the shape in the contract. Undefined if the call has no body. */
export function soundBody(name: string): object | undefined {
  return soundPart(name, 'body');
}

/** The required parameters of the query with valid values. Undefined if the call has no query. */
export function soundQuery(name: string): Parts['query'] | undefined {
  return soundPart(name, 'query');
}

function soundPart(name: string, part: 'body' | 'query'): Record<string, unknown> | undefined {
  const shape = callOf(name)[part];
  const schema = partsOf(name)[part];
  if (shape === undefined || schema === undefined) return undefined;
  const found = fc.sample(sound(schema), { numRuns: 20, seed: 1 }).find((value) => z.safeParse(shape, value).success);
  if (found === undefined) throw new Error(`no sound ${part} of ${name} was found`);
  return Object(found);
}

function sound(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf?.[0] !== undefined) return sound(schema.anyOf[0]);
  if (schema.properties !== undefined) {
    const { properties, required = [] } = schema;
    return fc.record(Object.fromEntries(required.map((key) => [key, sound(properties[key] ?? {})])));
  }
  const { format, pattern } = schema;
  // Of two days that a call takes, the later one must often come second.
  if (format === 'date') return fc.constant('2026-03-01');
  const isPlainText = schema.type === 'string' && schema.enum === undefined && schema.const === undefined;
  if (!isPlainText || format !== undefined) return right(schema);
  // Not any text too, as `right` has: to prepare all characters takes fast-check seconds of its first test on a busy machine.
  if (isEasy(pattern)) return fc.stringMatching(new RegExp(pattern));
  return fc.constant('a'.repeat(Math.max(1, schema.minLength ?? 1)));
}

const nasty = fc.constantFrom(
  '',
  '\u0000',
  'a\u0000b',
  "'; select pg_sleep(5); --",
  '1" or "1"="1',
  '\ud800',
  '\u202egnp.exe',
  '<img src=x onerror=alert(1)>',
  '%s%n{{7*7}}',
  '../../etc/passwd',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '99999999999999999999999999',
  'a\r\nBcc: b@example.org',
);

/** Valid, nearly valid and wrong requests, mixed so that enough of them pass the schema. */
export function anyParts(name: string): fc.Arbitrary<Parts> {
  const { params, query, body } = partsOf(name);
  const record = (schema: Schema | undefined) => (schema ? anyOf(schema) : fc.constant({}));
  // What these schemas describe are objects.
  return fc.record({
    params: record(params),
    query: record(query),
    body: body ? fc.oneof({ weight: 8, arbitrary: anyOf(body) }, fc.jsonValue()) : fc.constant(undefined),
  }) as fc.Arbitrary<Parts>;
}

function anyOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.properties !== undefined) return anyObject(schema);
  return fc.oneof({ weight: 6, arbitrary: right(schema) }, { weight: 1, arbitrary: nasty }, fc.jsonValue());
}

function anyObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, anyOf(schema)]));
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(members, { requiredKeys: required }) },
    { weight: 1, arbitrary: fc.record(members, { requiredKeys: [] }) },
  );
}

function right(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(anyOf));
  if (schema.properties !== undefined) return anyObject(schema);
  if (schema.type === 'array') return fc.array(anyOf(schema.items ?? {}), { maxLength: 5 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer' || schema.type === 'number') return anyNumber(schema);
  return anyText(schema);
}

function anyNumber({ minimum = -1_000_000, maximum = 2 ** 53 }: Schema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.maxSafeInteger().filter((n) => n >= minimum && n <= maximum),
    fc.constantFrom(minimum, maximum, 1),
  );
}

function anyText({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.emailAddress();
  if (format === 'date-time') return anyInstant;
  const text = fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'binary' });
  return isEasy(pattern) ? fc.oneof(text, fc.stringMatching(new RegExp(pattern))) : text;
}

/** Can fast-check make texts of this pattern? */
function isEasy(pattern: string | undefined): pattern is string {
  return pattern !== undefined && !/\\u|\\p/.test(pattern);
}

const anyInstant = fc.oneof(
  fc
    .date({ noInvalidDate: true, min: new Date('0000-01-01'), max: new Date('9999-12-31') })
    .map((at) => at.toISOString()),
  fc.constantFrom('0000-01-01T00:00:00Z', '0001-01-01T00:00:00.000000000Z', '9999-12-31T23:59:59.999999999Z'),
);

/** Valid requests with one replaced text: each text of the contract is replaced with each of `values`. */
export function texts(name: string, values: readonly string[]): Partial<Parts>[] {
  const schemas = partsOf(name);
  const kinds = keysOf(schemas);
  const sound: Partial<Parts> = Object.fromEntries(
    kinds.map((kind) => [kind, fc.sample(right(schemas[kind] ?? {}), { numRuns: 1, seed: 1 })[0]]),
  );
  return kinds.flatMap((kind) =>
    placesOfTexts(schemas[kind] ?? {}).flatMap((place) =>
      values.map((value) => ({ ...sound, [kind]: replaced(sound[kind], place, value) })),
    ),
  );
}

function placesOfTexts({ properties = {} }: Schema): string[][] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    if (schema.properties !== undefined) return placesOfTexts(schema).map((place) => [key, ...place]);
    return [[key]];
  });
}

function replaced(value: unknown, [key, ...rest]: string[], text: string): unknown {
  if (key === undefined) return text;
  const members = typeof value === 'object' && value !== null ? value : {};
  return { ...members, [key]: replaced(Reflect.get(members, key), rest, text) };
}
