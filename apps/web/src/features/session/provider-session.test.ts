import { afterEach, describe, expect, test, vi } from 'vitest';
import { hasEnded, isLogoutAddress, type SessionCheck } from './provider-session.ts';

const check = { enabled: true, endpoint: 'https://id.example/check', logout_on: ['/signed-out'] };
const redirectCheck: SessionCheck = { ...check, mode: 'redirect_check' };
const internal: SessionCheck = { ...check, mode: 'internal' };

/** The answer of a browser after it followed a redirect. */
function providerLeadsTo(address: string): void {
  const answer = Object.defineProperty(new Response('ok'), 'url', { value: address });
  vi.stubGlobal('fetch', async () => answer);
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['https://id.example/signed-out', true],
  ['https://id.example/signed-out?why=idle', true],
  ['https://id.example/signed-out/else', false],
  ['https://id.example/check', false],
])('reads %s as signed out: %s', (address, isLogout) => {
  expect(isLogoutAddress(new URL(address), ['/signed-out'])).toBe(isLogout);
});

test('compares a whole address with its origin', () => {
  const logoutOn = ['https://id.example/bye'];

  expect(isLogoutAddress(new URL('https://id.example/bye?x=1'), logoutOn)).toBe(true);
  expect(isLogoutAddress(new URL('https://elsewhere.example/bye'), logoutOn)).toBe(false);
});

describe('redirect_check', () => {
  test('ends the session if the endpoint redirects to a logout path [SES-13]', async () => {
    providerLeadsTo('https://id.example/signed-out');

    expect(await hasEnded(redirectCheck, '/card')).toBe(true);
  });

  test('keeps the session if it redirects elsewhere, or not at all', async () => {
    providerLeadsTo('https://id.example/check');
    expect(await hasEnded(redirectCheck, '/card')).toBe(false);

    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    expect(await hasEnded(redirectCheck, '/card')).toBe(false);
  });
});

test.each([true, false])('internal follows the answer of our own server: %s [SES-14]', async (is_logged) => {
  vi.stubGlobal('fetch', async () => Response.json({ is_logged }));

  expect(await hasEnded(internal, '/card')).toBe(!is_logged);
});
