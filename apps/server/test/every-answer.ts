import { errorBody } from '@tapfolio/contracts/shared.ts';
import { expect } from 'vitest';

/** What leaves the server with whatever status. */
export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** ASVS 3.4: what every answer carries, and what none does. */
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

/** ERR-01: a code of the catalogue and a trace id; nothing of how the server is made. */
export function expectRefusal({ headers, body }: Answer): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(errorBody.safeParse(JSON.parse(body)).error).toBeUndefined();
  expect(body).not.toMatch(
    /\bat .*\.(ts|js):\d|node_modules|\b(select|insert|update) .*\b(from|into|set)\b|pg_catalog/i,
  );
}

/** What an answer of the API carries beside that. */
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
