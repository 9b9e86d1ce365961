import { expect, test } from 'vitest';
import { testConfig } from '../../../test/build-app.ts';
import { checkedOrigins, pagePolicy } from './page-policy.ts';

const sso = {
  issuer: 'https://id.example',
  clientId: 'portal',
  clientSecretFile: 'unused',
  passwordUrl: 'https://id.example/password',
  profileUrl: 'https://id.example/profile',
  logoutAddresses: [],
};

test('allows a page to call only our own server', () => {
  const policy = pagePolicy({ styles: ["'sha256-x'"], connections: checkedOrigins(testConfig()) });

  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("style-src 'self' 'sha256-x'");
  expect(policy).not.toContain('unsafe');
});

test('allows a page to call the addresses of the provider’s session check', () => {
  const sessionCheck = {
    mode: 'redirect_check' as const,
    endpoint: 'https://id.example/check?client=portal',
    logoutOn: ['/signed-out', 'https://login.example/bye'],
  };

  const connections = checkedOrigins(testConfig({ sso: { ...sso, sessionCheck } }));

  expect(pagePolicy({ styles: [], connections })).toContain(
    "connect-src 'self' https://id.example https://login.example;",
  );
});

test('lists no further address when our own server is asked about the session', () => {
  const sessionCheck = { mode: 'internal' as const, logoutOn: [] };

  expect(checkedOrigins(testConfig({ sso: { ...sso, sessionCheck } }))).toEqual([]);
});
