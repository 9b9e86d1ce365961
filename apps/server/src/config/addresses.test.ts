import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bilingual, fileWith, problemsOf } from '../../test/config-file.ts';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { loadConfig } from './config.ts';

/** An identity provider with these settings in place of its own. */
function provider(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const clientSecretFile = path.join(temporaryDirectory(), 'secret');
  writeFileSync(clientSecretFile, 'a client secret');
  const address = 'https://login.example';
  return { issuer: address, clientId: 'a', clientSecretFile, passwordUrl: address, profileUrl: address, ...changes };
}

describe('the addresses and host names of a configuration', () => {
  it.each(['https://ann:secret@travel.example', 'https://travel.example/?from=mail', 'https://travel.example/#start'])(
    'refuses %s as the address of the portal, since links begin with it',
    (publicUrl) => {
      expect(problemsOf(fileWith({ publicUrl }))).toEqual([
        'publicUrl: must name only the host, and a port if there is one, such as https://travel.example',
      ]);
    },
  );

  it('refuses an address or a port in the name of the mail server', () => {
    for (const host of ['smtp://smtp.example', 'smtp.example:587', 'smtp example']) {
      const mail = { from: 'a@lakeshore.example', host };

      expect(problemsOf(fileWith({ mail }))).toEqual([
        'mail.host: must be a host name or an address without a port, such as smtp.example.org; mail.port has the port',
      ]);
    }
    for (const host of ['smtp.example', '192.0.2.1', '2001:db8::1', 'mail_relay']) {
      const mail = { from: 'a@lakeshore.example', host };

      expect(problemsOf(fileWith({ mail }))).toEqual([]);
    }
  });

  it('refuses a host whose language has no texts', () => {
    const file = fileWith({ languages: { deployed: ['en_CA'], hosts: { 'a.example': 'fr_CA' } } });

    expect(problemsOf(file)).toEqual(['languages.hosts: sends a host to a language that is not in languages.deployed']);
  });

  it.each(['https://a.example/', 'a.example:8080', 'A.example'])(
    'refuses a host that no browser names so: %s',
    (host) => {
      const [first] = problemsOf(fileWith({ languages: { hosts: { [host]: 'fr_CA' } } }));

      expect(first).toBe(
        `languages.hosts.${host}: must be a host name in small letters, without a port, such as travel.example.org`,
      );
    },
  );

  it.each([
    ['http://travel.example', 1],
    ['http://localhost.travel.example', 1],
    ['https://travel.example', 0],
    ['http://127.0.0.1:8080', 0],
    ['http://localhost:8080', 0],
  ])('asks in production for an address that browsers keep session cookies for: %s', (publicUrl, problems) => {
    const data = temporaryDirectory();
    loadConfig(bilingual, { TAPFOLIO_DATA: data });

    expect(problemsOf(fileWith({ publicUrl }), { TAPFOLIO_DATA: data, NODE_ENV: 'production' })).toHaveLength(problems);
  });

  it('needs TLS at the identity provider, so that its answers cannot be forged', () => {
    expect(problemsOf(fileWith({ sso: provider() }))).toEqual([]);
    expect(problemsOf(fileWith({ sso: provider({ issuer: 'http://login.example' }) }))).toEqual([
      expect.stringMatching('^sso.issuer: must start with https'),
    ]);
  });

  it.each([
    ['https://travel.example.org', 'https://id.example.org/session', 0],
    ['https://travel.example.org', 'https://travel.example.org:8443/session', 0],
    ['http://localhost:8080', 'http://localhost:9090/session', 0],
    ['https://travel.example.org', 'https://login.provider.org/session', 1],
    ['http://localhost:8080', 'http://127.0.0.1:9090/session', 1],
  ])(
    'refuses a session check that is surely of another site than the pages, and no other: %s, %s',
    (publicUrl, endpoint, problems) => {
      const found = (mode: string) =>
        problemsOf(fileWith({ publicUrl, sso: provider({ sessionCheck: { mode, endpoint } }) }));

      expect(found('redirect_check')).toHaveLength(problems);
      expect(found('redirect_check').join()).toMatch(
        problems === 0 ? /^$/ : /^sso.sessionCheck.endpoint: is of another site/,
      );
      expect(found('internal')).toEqual([]);
    },
  );
});
