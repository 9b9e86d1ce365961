import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { expectApiAnswer } from '../../test/every-answer.ts';
import type { HttpRole } from '../app.ts';
import { authRole } from '../roles/auth.ts';

/** Answers every other path, as the pages do. */
const pages: HttpRole = async (scope) => {
  scope.get('/*', (_request, reply) => reply.callNotFound());
};
const { app } = await createTestApp([authRole]);
const { app: withPages } = await createTestApp([authRole, pages]);

describe('every answer', () => {
  it.each([
    ['a good one', '/public/api/v1/auth/user_is_logged'],
    ['a refusal', '/public/api/v1/auth/user/get_settings'],
    ['an unknown path', '/public/api/v1/nothing-here'],
    ['a malformed path', '/public/%'],
    ['an unknown internal path', '/internal/nothing-here'],
  ])('carries the security headers: %s', async (_what, url) => {
    const { statusCode: status, headers, body } = await app.inject({ url });

    expectApiAnswer({ status, headers, body });
  });

  it.each(['/public/nothing-here', '/internal/nothing-here'])(
    'of a call that does not exist is not cached, also on servers with pages: %s',
    async (url) => {
      const { statusCode, headers } = await withPages.inject({ url });

      expect(statusCode).toBe(404);
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      });
    },
  );

  it.each<[string, string, Record<string, string>]>([
    ['a body that is packed', '/assets/a.js', { 'content-encoding': 'gzip' }],
    ['an odd host', '/login', { host: 'a b' }],
    ['a path that cannot be decoded', '/%zz', {}],
    ['a broken link', '/%zz', { accept: 'text/html' }],
  ])('to %s is kept by no cache in place of the page or file', async (_what, url, headers) => {
    const answer = await withPages.inject({ url, headers });

    expect(answer.statusCode).toBeOneOf([302, 400, 415]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});
