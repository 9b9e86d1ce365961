import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bilingual, fileWith, problemsOf } from '../../test/config-file.ts';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { loadConfig } from './config.ts';

const webhookSecret = `whsec_${'c2VjcmV0'.repeat(4)}`;

describe('the keys and secrets of a configuration', () => {
  it('makes private keys on first start and keeps them', () => {
    const data = temporaryDirectory();

    const first = loadConfig(bilingual, { TAPFOLIO_DATA: data }).secrets;
    const second = loadConfig(bilingual, { TAPFOLIO_DATA: data }).secrets;

    expect(second).toEqual(first);
    expect(first.mediumKey).toHaveLength(32);
    expect(statSync(path.join(data, 'secrets/medium.key')).mode & 0o077).toBe(0);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'leaves no empty key behind where the disk is full, and makes it when there is room (needs root to make a small disk)',
    () => {
      const data = temporaryDirectory();
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', data]);
      onTestFinished(() => void execFileSync('umount', ['-l', data]));
      const ballast = path.join(data, 'ballast');
      expect(() => writeFileSync(ballast, Buffer.alloc(64_000))).toThrow('ENOSPC');

      expect(problemsOf(bilingual, { TAPFOLIO_DATA: data })).toEqual(
        ['medium', 'account'].map((name) =>
          expect.stringMatching(new RegExp(`/secrets/${name}.key cannot be made: ENOSPC: no space left on device`)),
        ),
      );
      rmSync(ballast);
      expect(loadConfig(bilingual, { TAPFOLIO_DATA: data }).secrets.mediumKey).toHaveLength(32);
    },
  );

  it('suggests commands that work as they stand, also where there is no folder yet', () => {
    const environment = { TAPFOLIO_DATA: path.join(temporaryDirectory(), 'new'), NODE_ENV: 'production' };

    const commands = problemsOf(bilingual, environment).flatMap((problem) => problem.split('make one: ').slice(1));
    for (const command of commands) execFileSync('sh', ['-c', command]);

    expect(commands).toHaveLength(2);
    expect(problemsOf(bilingual, environment)).toEqual([]);
  });

  it('suggests to make a key only if there is none: an unreadable one must not be overwritten', () => {
    const data = temporaryDirectory();
    const [medium, account] = ['medium', 'account'].map((name) => path.join(data, `secrets/${name}.key`));
    mkdirSync(String(medium), { recursive: true, mode: 0o700 });

    expect(problemsOf(bilingual, { TAPFOLIO_DATA: data, NODE_ENV: 'production' })).toEqual([
      'secrets.mediumKeyFile: cannot be read: EISDIR: illegal operation on a directory, read',
      `secrets.accountKeyFile: there is no ${account}: restore it from its backup. For a new database make one: mkdir -p -m 700 "${path.dirname(String(account))}"; (umask 077; head -c 32 /dev/urandom > "${account}")`,
    ]);
  });

  it.each(['production', 'test'])(
    'suggests no new key, and makes none, where it cannot see whether there is one, as the command line of another account (NODE_ENV=%s)',
    (NODE_ENV) => {
      const data = temporaryDirectory();
      const keys = ['account', 'medium'].map((name) => path.join(data, `secrets/${name}.key`));
      mkdirSync(path.join(data, 'secrets'), { mode: 0o700 });
      // The administrator of the machine can open every folder, but a link to itself leads nowhere for anybody.
      for (const key of keys) symlinkSync(key, key);

      const problems = problemsOf(bilingual, { TAPFOLIO_DATA: data, NODE_ENV });

      expect(problems.toSorted()).toEqual(
        ['account', 'medium'].map((name) =>
          expect.stringMatching(new RegExp(`^secrets.${name}KeyFile: cannot be read: ELOOP: .*, open '${data}/`)),
        ),
      );
    },
  );

  it.each(['Production', 'prod', 'production # of the calls'])(
    'refuses NODE_ENV=%s, which would not protect anything, and makes no key',
    (NODE_ENV) => {
      const data = temporaryDirectory();

      expect(problemsOf(bilingual, { TAPFOLIO_DATA: data, NODE_ENV })).toContain(
        `NODE_ENV: "${NODE_ENV}" must be "production", or something else for a trial`,
      );
      expect(readdirSync(data)).toEqual([]);
    },
  );

  it('refuses missing, short, patterned and equal keys in production', () => {
    const data = temporaryDirectory();
    const production = { TAPFOLIO_DATA: data, NODE_ENV: 'production' };
    mkdirSync(path.join(data, 'secrets'));

    expect(problemsOf(bilingual, production)).toHaveLength(2);
    writeFileSync(path.join(data, 'secrets/medium.key'), 'short', { mode: 0o640 });
    writeFileSync(path.join(data, 'secrets/account.key'), 'x'.repeat(32), { mode: 0o604 });
    expect(problemsOf(bilingual, production)).toEqual([
      expect.stringContaining('holds 5 bytes and needs 32'),
      expect.stringContaining('is not random'),
      expect.stringContaining('account.key is open to every user of this machine'),
    ]);
    chmodSync(path.join(data, 'secrets/account.key'), 0o600);
    for (const name of ['medium', 'account'])
      writeFileSync(path.join(data, `secrets/${name}.key`), Buffer.from([...Array(32).keys()]));
    expect(problemsOf(bilingual, production)).toEqual(['secrets: both files hold the same key']);
  });

  it('signs messages to the back office with one key or two, over TLS, and refuses a weak key', () => {
    const [key, former, weak] = ['new', 'former', 'weak'].map((name) => path.join(temporaryDirectory(), name));
    writeFileSync(String(key), `whsec_${Buffer.alloc(24, 'n').toString('base64')}\n`);
    writeFileSync(String(former), `whsec_${Buffer.alloc(32, 'f').toString('base64')}`);
    writeFileSync(String(weak), 'whsec_c2hvcnQ=');
    const url = 'https://back-office.example/messages';
    const withKeys = (backOffice: object) => fileWith({ backOffice: { url, signingKeyFile: key, ...backOffice } });
    const environment = { TAPFOLIO_DATA: temporaryDirectory() };

    expect(loadConfig(withKeys({}), environment).secrets.backOfficeKeys).toHaveLength(1);
    expect(loadConfig(withKeys({ formerSigningKeyFile: former }), environment).secrets.backOfficeKeys).toHaveLength(2);
    expect(problemsOf(withKeys({ url: 'http://back-office.example', signingKeyFile: weak }), environment)).toEqual([
      `backOffice.signingKeyFile: ${weak} must hold "whsec_" and 24 to 64 random bytes in base64`,
      'backOffice.url: must start with https://: messages say which card owes what',
    ]);
  });

  it('refuses an empty secret', () => {
    const passwordFile = path.join(temporaryDirectory(), 'mail');
    writeFileSync(passwordFile, '\n');
    const mail = { from: 'a@example.org', host: 'mail.example.org', user: 'a', passwordFile };

    expect(problemsOf(fileWith({ mail }))).toEqual([`mail.passwordFile: ${passwordFile} is empty`]);
  });

  it.each([
    ['a bank over TLS', { url: 'https://bank.example' }, {}, []],
    ['a bank without an address', {}, {}, ['bank.url: is needed for the protocol http']],
    [
      'a connection to the bank without encryption',
      { url: 'http://bank.example' },
      {},
      ['bank.url: must start with https'],
    ],
    ['Stripe without an address', { protocol: 'stripe' }, {}, []],
    ['a webhook secret of another kind', { protocol: 'stripe' }, { webhook: 'hunter2' }, ['bank.webhookSecretFile: ']],
    ['a key of two lines', { protocol: 'stripe' }, { key: 'a\nb' }, ['bank.keyFile: must hold one line']],
    [
      'the secrets of the bank in each other’s file',
      { protocol: 'stripe' },
      { key: webhookSecret, webhook: 'bk_live_1' },
      ['bank.keyFile: holds the secret of the webhooks', 'bank.webhookSecretFile: '],
    ],
  ])('takes or refuses %s', (_, bank, secrets, problems) => {
    expect(problemsOf(fileWith({ bank: bankWith(bank, secrets) }))).toEqual(
      problems.map((start) => expect.stringContaining(start)),
    );
  });

  it('refuses one secret for the calls of the bank and for the messages to the back office', () => {
    const signingKeyFile = path.join(temporaryDirectory(), 'office');
    writeFileSync(signingKeyFile, webhookSecret, { mode: 0o600 });
    const backOffice = { url: 'https://office.example', signingKeyFile };

    expect(problemsOf(fileWith({ bank: bankWith({ protocol: 'stripe' }), backOffice }))).toEqual([
      'bank.webhookSecretFile: holds a key of backOffice; the bank signs with another one',
    ]);
  });

  it.each(['sandbox_abc', 'sk_test_abc', 'rk_test_abc'])('refuses test keys in production: %s', (key) => {
    const data = temporaryDirectory();
    loadConfig(bilingual, { TAPFOLIO_DATA: data });
    const file = fileWith({ bank: bankWith({ protocol: 'stripe' }, { key }) });

    expect(problemsOf(file)).toEqual([]);
    expect(problemsOf(file, { TAPFOLIO_DATA: data, NODE_ENV: 'production' })).toEqual([
      expect.stringMatching('^bank.keyFile: holds a test key'),
    ]);
  });
});

function bankWith(bank: object, { key = 'bk_live_1', webhook = webhookSecret } = {}): object {
  const directory = temporaryDirectory();
  const [keyFile, webhookSecretFile] = [path.join(directory, 'key'), path.join(directory, 'webhook')];
  writeFileSync(keyFile, key, { mode: 0o600 });
  writeFileSync(webhookSecretFile, webhook, { mode: 0o600 });
  return { protocol: 'http', keyFile, webhookSecretFile, ...bank };
}
