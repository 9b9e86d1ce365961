import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { traceHeader } from '../../test/trace-header.ts';
import { sha256 } from '../lib/hashing.ts';
import { authRole } from '../roles/auth.ts';

const { app } = await createTestApp([authRole]);

const url = '/public/api/v1/auth/sessions';
const signIn = (headers: Record<string, string>) =>
  app.inject({ method: 'POST', url, payload: { email: 'a@example.org', password: 'x' }, headers });
const codeOf = async (headers: Record<string, string>): Promise<string> => (await signIn(headers)).json().error.code;

describe('an unsafe call', () => {
  it('[SES-03] passes with a trace header whose hash is right', async () => {
    expect(await codeOf({ 'x-trace': traceHeader() })).toBe('login_failed');
  });

  const info = Buffer.from('{"route":"login"}').toString('base64');
  it.each([
    ['without a trace header', {}],
    ['with a hash of something else', { 'x-trace': `${info}.${sha256('other').toString('hex')}` }],
    ['with half a trace header', { 'x-trace': info }],
    ['with a trace header of a thousand characters', { 'x-trace': traceHeader('x'.repeat(1000)) }],
    ['from another site', { 'x-trace': traceHeader(), 'sec-fetch-site': 'cross-site' }],
    ['from a sister domain', { 'x-trace': traceHeader(), 'sec-fetch-site': 'same-site' }],
    ['of another origin', { 'x-trace': traceHeader(), origin: 'https://evil.example' }],
    ['of an origin that hides', { 'x-trace': traceHeader(), origin: 'null' }],
  ])('[SES-03] is refused %s', async (_what, headers: Record<string, string>) => {
    const response = await signIn(headers);

    expect([response.statusCode, response.json().error.code]).toEqual([403, 'cross_site_request']);
  });

  it.each([
    ['text/plain', '{}'],
    ['application/x-www-form-urlencoded', 'email=a'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/xml', '<a/>'],
  ])('is refused with a body of type %s, which a foreign form could send', async (type, payload) => {
    const headers = { 'content-type': type, 'x-trace': traceHeader() };
    const response = await app.inject({ method: 'POST', url, payload, headers });

    expect([response.statusCode, response.json().error.code]).toEqual([415, 'unsupported_media_type']);
  });

  it.each([
    ['charset=utf-7', 'unsupported_media_type'],
    ['charset=UTF-8; charset=ibm500', 'unsupported_media_type'],
    ['CharSet = "utf-16"', 'unsupported_media_type'],
    ['charset=utf-8', 'login_failed'],
    ['charset="UTF8"', 'login_failed'],
  ])('whose body is said to have %s is answered with %s: a proxy may read it so', async (charset, code) => {
    expect(await codeOf({ 'content-type': `application/json;${charset}`, 'x-trace': traceHeader() })).toBe(code);
  });
});

describe('an unsafe call whose path is written with escapes', () => {
  it('[SES-03] is refused, with the same headers', async () => {
    const response = await app.inject({ method: 'POST', url: '/%70ublic/api/v1/auth/sessions', payload: {} });

    expect([response.statusCode, response.json().error.code]).toEqual([400, '0102']);
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe('a malformed body', () => {
  const send = (payload: string, more: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', 'x-trace': traceHeader(), ...more },
    });

  it.each([
    ['text that is no JSON', '{', 400, '0102'],
    ['nothing', '', 400, '0101'],
    ['a prototype in disguise', '{"__proto__":{"a":1},"email":"a","password":"b"}', 400, '0102'],
    ['a constructor in disguise', '{"constructor":{"prototype":{}},"email":"a","password":"b"}', 400, '0102'],
    ['twenty thousand levels', '['.repeat(20_000) + ']'.repeat(20_000), 400, '0102'],
    ['thousands of members', `[${'0,'.repeat(5000)}0]`, 400, '0102'],
    ['more than 64 KiB', JSON.stringify({ email: 'a'.repeat(70_000) }), 413, 'payload_too_large'],
  ])('is refused: %s', async (_what, payload, status, code) => {
    const response = await send(payload);

    expect([response.statusCode, response.json().error.code]).toEqual([status, code]);
  });

  it('is refused when it is compressed', async () => {
    const response = await send('{}', { 'content-encoding': 'gzip' });

    expect(response.json().error.code).toBe('unsupported_media_type');
  });
});
