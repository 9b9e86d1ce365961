import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mailToken } from './mail-token.ts';

const guide = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');

/** What the log of the proxy of docs/operating.md shows of an address: the first of its patterns that fits. */
function loggedPath(address: string): string | undefined {
  const patterns = [...guide.matchAll(/^ {2}"~(\^[^"]+)" +\$1(\.*);$/gm)];
  const shown = patterns.map(([, pattern = '', dots = '']) => {
    const start = new RegExp(pattern).exec(address)?.[1];
    return start === undefined ? undefined : start + dots;
  });
  return shown.find((path) => path !== undefined);
}

it('makes tokens that the log of the proxy leaves out, as the guide for operators writes it', () => {
  const token = mailToken(new Uint8Array(32), 'password-reset', '7');

  expect(loggedPath(`/change-password/${token}`)).toBe('/change-password/...');
  expect(loggedPath(`/potvrdenie/${token}/?from=mail`)).toBe('/potvrdenie/...');
  expect(loggedPath(`/public/api/v1/auth/user/password_rules?token=${token}`)).toBe(
    '/public/api/v1/auth/user/password_rules',
  );
  expect(loggedPath('/oauth2_web_app_test?code=secret&state=secret')).toBe('/oauth2_web_app_test');
  expect(loggedPath('/cards/12/payments')).toBe('/cards/12/payments');
});
