import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { authRole } from '../roles/auth.ts';

const { app } = await createTestApp([authRole]);

describe('every answer', () => {
  it.each([
    ['a good one', '/public/api/v1/auth/user_is_logged'],
    ['a refusal', '/public/api/v1/auth/user/get_settings'],
    ['an unknown path', '/public/api/v1/nothing-here'],
    ['a malformed path', '/public/%'],
  ])('carries the security headers: %s', async (_what, url) => {
    const { headers } = await app.inject({ url });

    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});
