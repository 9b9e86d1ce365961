import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { bilingual, fileWith, problemsOf } from '../../test/config-file.ts';
import { temporaryDirectory } from '../../test/temporary-directory.ts';

const example = JSON.parse(readFileSync(bilingual, 'utf8'));
const [operator] = example.operators;

function fileOf(text: string): string {
  const file = path.join(temporaryDirectory(), 'config.json');
  writeFileSync(file, text);
  return file;
}

/** An identity provider, a bank and a back office with this address; what their files lack is said as well. */
const addressed = (url: string) => {
  const files = { clientSecretFile: '.', keyFile: '.', webhookSecretFile: '.', signingKeyFile: '.' };
  const { clientSecretFile, keyFile, webhookSecretFile, signingKeyFile } = files;
  return fileWith({
    links: { help: { en_CA: url } },
    sso: {
      issuer: url,
      clientId: 'a',
      clientSecretFile,
      passwordUrl: 'https://a.example',
      profileUrl: 'https://a.example',
    },
    bank: { protocol: 'http', url, keyFile, webhookSecretFile },
    backOffice: { url, signingKeyFile },
  });
};

it('refuses a name or password in an address: passengers and the log would see it', () => {
  const problem = 'must not have a name or password in it';

  expect(problemsOf(addressed('https://portal:secret@other.example/'))).toEqual([
    `links.help.en_CA: ${problem}`,
    `sso.issuer: ${problem}`,
    `bank.url: ${problem}`,
    `backOffice.url: ${problem}`,
  ]);
});

it('refuses a query where an address is the beginning of others', () => {
  const problem = 'must not have a "?" or "#" in it';

  expect(problemsOf(addressed('https://other.example/?a=b'))).toEqual([
    `sso.issuer: ${problem}`,
    `bank.url: ${problem}`,
  ]);
});

it.each(['0.0.0.0/0', '128.0.0.0/1', '::/0', '2000::/3', '::ffff:0:0/96', '10.0.0.1/00'])(
  'trusts no proxy at %s, where strangers are',
  (range) => {
    expect(problemsOf(fileWith({ http: { trustedProxies: [range] } }))).toEqual([
      'http.trustedProxies.0: is too wide: strangers in it could say from which address their calls come, and no limit would hold for them',
    ]);
  },
);

it('trusts the networks in which proxies are', () => {
  const trustedProxies = ['10.0.0.0/8', 'fc00::/7', '::ffff:10.0.0.0/104', '192.0.2.1', '::1'];

  expect(problemsOf(fileWith({ http: { trustedProxies } }))).toEqual([]);
});

it.each(['/', '.', '..'])('reads no files of others: an inbox at %s is refused', (inbox) => {
  expect(problemsOf(fileWith({ feeds: { inbox } }))).toEqual([
    'feeds.inbox: must be a folder of its own, and not the data directory or a folder around it',
  ]);
});

it.each(['Lakeshore <jürgen@lakeshore.example>', 'reise@münchen.example', 'Lakeshore <a,b@lakeshore.example>'])(
  'sends no mail as %s, which most mail servers would refuse each time',
  (from) => {
    expect(problemsOf(fileWith({ mail: { ...example.mail, from } }))).toEqual([
      'mail.from: must be an address such as "Name <no-reply@example.org>", with the letters A to Z in the address',
    ]);
  },
);

it('takes other letters in the name of the sender', () => {
  expect(
    problemsOf(fileWith({ mail: { ...example.mail, from: 'Réseau Östlich <no-reply@lakeshore.example>' } })),
  ).toEqual([]);
});

it('refuses a currency that does not exist', () => {
  expect(problemsOf(fileWith({ currency: 'CDA', operators: [{ ...operator, currency: 'CDA' }] }))).toEqual([
    'currency: is no currency of ISO 4217',
    'operators.0.currency: is no currency of ISO 4217',
  ]);
});

it('refuses a version of the terms that no registration could send', () => {
  const { consent } = example;

  expect(problemsOf(fileWith({ consent: { ...consent, version: 'v'.repeat(41) } }))).toEqual([
    'consent.version: must have at most 40 characters',
  ]);
  expect(problemsOf(fileWith({ consent: { ...consent, version: 'v'.repeat(40) } }))).toEqual([]);
});

it.each([['['.repeat(100_000) + ']'.repeat(100_000)], [`${'{"brand":'.repeat(100_000)}1${'}'.repeat(100_000)}`]])(
  'says that a file is nested too deeply: %.10s',
  (text) => {
    expect(problemsOf(fileOf(text))).toEqual(['the file has too many brackets inside each other']);
  },
);

it('reads a file that begins with a mark of its encoding', () => {
  expect(problemsOf(fileOf(`\uFEFF${readFileSync(bilingual, 'utf8')}`))).toEqual([]);
});
