import type { InjectOptions } from 'fastify';
import { type Parts, partsOf, requestOf, soundBody, soundParams, soundQuery } from './call-requests.ts';

export interface BrokenRequest {
  /** What is wrong with it. */
  readonly how: string;
  readonly request: InjectOptions;
}

const nested = (depth: number): unknown => (depth === 0 ? 'deep' : { inner: nested(depth - 1) });

/** In place of a field of a body. */
const wrongValues: readonly unknown[] = [
  null,
  -1,
  1.5,
  9e99,
  true,
  '',
  ' ',
  'x'.repeat(5000),
  'ab\u0000c',
  '\ud800',
  '\u202egnp',
  [],
  [[]],
  {},
  nested(3),
  nested(12),
];
/** In place of a part of the address. */
const wrongTexts = [
  '',
  ' ',
  '-1',
  '0x10',
  '1e3',
  '99999999999',
  'x'.repeat(300),
  'ä',
  '\u202e',
  "'",
  '{}',
  '__proto__',
];

const json = { 'content-type': 'application/json' };
/** Bodies that are no body of any call. */
const wrongBodies: readonly [how: string, body: string | Buffer, headers: Record<string, string>][] = [
  ['half a body', '{"a":', json],
  ['nothing', '', json],
  ['a list', '[]', json],
  ['nothing in JSON', 'null', json],
  ['a text', '"a"', json],
  ['a prototype', '{"__proto__":{"a":1}}', json],
  ['a constructor', '{"constructor":{"prototype":{"a":1}}}', json],
  ['another encoding', Buffer.from('\ufeff{}', 'utf16le'), { 'content-type': 'application/json; charset=utf-16' }],
  ['broken characters', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), json],
  ['plain text', '{}', { 'content-type': 'text/plain' }],
  ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a list of types', '{}', { 'content-type': 'application/json, text/plain' }],
  ['no type', '{}', { 'content-type': '' }],
  ['a packed body', Buffer.from('1f8b', 'hex'), { ...json, 'content-encoding': 'gzip' }],
  ['more than any body', `{"a":"${'x'.repeat(70_000)}"}`, json],
];

/**
 * Requests for a call, each with one thing wrong. Some calls take some of them all the same, as another field or as none.
 * @param body a valid body, where none can be made from the contract.
 */
export function brokenRequests(name: string, body: object | undefined = soundBody(name)): BrokenRequest[] {
  const sound: Parts = { params: soundParams, query: soundQuery(name) ?? {}, body };
  return [...brokenBodies(name, sound), ...brokenAddresses(name, sound), ...brokenHeaders(name, sound)];
}

function toRequest(name: string, parts: Parts): InjectOptions {
  const { method, url, headers, body } = requestOf(name, parts);
  return {
    method,
    url,
    headers: { ...headers, ...(body !== undefined && json) },
    ...(body !== undefined && { payload: body }),
  };
}

function brokenBodies(name: string, sound: Parts): BrokenRequest[] {
  const request = toRequest(name, sound);
  if (request.method === 'GET') return [];
  const fields = Object.keys(partsOf(name).body?.properties ?? {});
  const ofFields = fields.flatMap((field) =>
    wrongValues.map((value) => ({
      how: `${field}: ${JSON.stringify(value).slice(0, 40)}`,
      request: toRequest(name, { ...sound, body: { ...Object(sound.body), [field]: value } }),
    })),
  );
  const twice = JSON.stringify({ ...Object(sound.body), last: 1 }).replace(/}$/, ',"last":[]}');
  const whole = [...wrongBodies, ['a field twice', twice, json] as const].map(([how, payload, headers]) => ({
    how,
    request: { ...request, headers: { ...request.headers, ...headers }, payload },
  }));
  return [...ofFields, ...whole];
}

function brokenAddresses(name: string, sound: Parts): BrokenRequest[] {
  const { params, query } = partsOf(name);
  const path = Object.keys(params?.properties ?? {});
  const asked = Object.keys(query?.properties ?? {});
  const { url } = requestOf(name, sound);
  const twice = `${url}${url.includes('?') ? '&' : '?'}a=1&a=2`;
  return [
    ...path.flatMap((key) =>
      wrongTexts.map((text) => ({
        how: `${key}: ${text}`,
        request: toRequest(name, {
          ...sound,
          params: { ...Object.fromEntries(path.map((one) => [one, soundParams[one]])), [key]: text },
        }),
      })),
    ),
    ...asked.flatMap((key) =>
      wrongTexts.map((text) => ({
        how: `${key}: ${text}`,
        request: toRequest(name, { ...sound, query: { ...sound.query, [key]: text } }),
      })),
    ),
    { how: 'a parameter twice', request: { ...toRequest(name, sound), url: twice } },
  ];
}

const wrongHeaders: readonly Record<string, string>[] = [
  { accept: 'image/webp' },
  { 'idempotency-key': 'short' },
  { 'idempotency-key': `${'k'.repeat(20)}, ${'k'.repeat(20)}` },
  { 'x-trace': 'nonsense' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { range: 'bytes=0-1' },
  { 'if-none-match': '*' },
  { expect: 'a miracle' },
  { authorization: 'Bearer  ' },
  { cookie: '__Host-session=a; __Host-session=b' },
];

function brokenHeaders(name: string, sound: Parts): BrokenRequest[] {
  const request = toRequest(name, sound);
  return wrongHeaders.map((headers) => ({
    how: JSON.stringify(headers),
    request: { ...request, headers: { ...request.headers, ...headers } },
  }));
}
