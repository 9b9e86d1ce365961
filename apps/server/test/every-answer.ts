import { errorBody } from '@tapfolio/contracts/error-body.ts';
import { confirmPasswordReset } from '@tapfolio/contracts/passwords.ts';
import { expect } from 'vitest';
import * as z from 'zod/mini';

/** An answer of the server with any status. */
export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** ASVS 3.4: headers that every answer has, and headers that no answer has. */
export function expectSecurityHeaders({ headers }: Pick<Answer, 'headers'>): void {
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  });
  const names = Object.keys(headers).filter((name) => /^(server|x-powered-by|access-control-.*)$/.test(name));
  expect(names).toEqual([]);
}

const asDeclared = z.union([
  z.strictObject(errorBody.shape),
  z.strictObject({ ...errorBody.shape, ...confirmPasswordReset.besideError.shape }),
]);

/** ERR-01: a code of the catalogue and a trace id, but nothing about the inside of the server. */
export function expectRefusal({ headers, body }: Answer): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(asDeclared.safeParse(JSON.parse(body)).error).toBeUndefined();
  expect(body).not.toMatch(
    /\bat .*\.(ts|js):\d|node_modules|\b(select|insert|update) .*\b(from|into|set)\b|pg_catalog/i,
  );
}

/** The further headers of an answer of the API. */
export function expectApiAnswer(answer: Answer): void {
  expectSecurityHeaders(answer);
  expect(answer.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  });
  if (answer.status >= 400) expectRefusal(answer);
  else if (answer.body !== '')
    expect(answer.headers['content-type']).toMatch(/^(application\/json; charset=utf-8|application\/pdf)$/);
}
