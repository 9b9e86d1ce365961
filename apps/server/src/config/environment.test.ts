import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bilingual, fileWith, problemsOf } from '../../test/config-file.ts';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { loadConfig } from './config.ts';

function fileWithUrl(): string {
  const file = path.join(temporaryDirectory(), 'calls.url');
  writeFileSync(file, 'postgresql://calls@localhost/tapfolio');
  return file;
}

describe('the environment of a process', () => {
  it('takes an empty TAPFOLIO_DATA for an unset one, as with every other variable', () => {
    const file = fileWith({ secrets: { mediumKeyFile: 'nowhere.key' } });

    const problems = problemsOf(file, { NODE_ENV: 'production', TAPFOLIO_DATA: '' });

    expect(problems).toContainEqual(expect.stringContaining(`there is no ${path.resolve('.data', 'nowhere.key')}`));
  });

  it('gives each process of a host its own port, or none if it serves no calls', () => {
    const load = (environment: Record<string, string>) =>
      loadConfig(bilingual, { TAPFOLIO_DATA: temporaryDirectory(), ...environment }).config;

    const listening = load({ TAPFOLIO_HOST: '0.0.0.0', TAPFOLIO_PORT: '9000' });
    const silent = load({ TAPFOLIO_PORT: 'none', TAPFOLIO_ROLES: 'feed,worker' });

    expect([listening.http.host, listening.http.port, listening.listens]).toEqual(['0.0.0.0', 9000, true]);
    expect(silent.listens).toBe(false);
    expect(problemsOf(bilingual, { TAPFOLIO_PORT: 'none', TAPFOLIO_ROLES: 'auth,worker' })).toEqual([
      'TAPFOLIO_PORT: none is not possible with the roles auth',
    ]);
    expect(problemsOf(bilingual, { TAPFOLIO_PORT: '99999' })).toEqual([
      'TAPFOLIO_PORT: "99999" must be a number up to 65535, or none',
    ]);
  });

  it('allows each role once in a process', () => {
    expect(problemsOf(bilingual, { TAPFOLIO_ROLES: 'worker,feed,worker' })).toEqual([
      'TAPFOLIO_ROLES: "worker,feed,worker" must be a comma-separated list of auth, portal, feed, worker, web, each once',
    ]);
  });

  it('reads the address of the database from a file', () => {
    const file = path.join(temporaryDirectory(), 'database-url');
    writeFileSync(file, 'postgresql://calls:secret@db.example/tapfolio\n');
    const environment = { TAPFOLIO_DATA: temporaryDirectory(), DATABASE_URL_FILE: file };

    expect(loadConfig(bilingual, environment).config.databaseUrl).toBe('postgresql://calls:secret@db.example/tapfolio');
    expect(problemsOf(bilingual, { ...environment, DATABASE_URL: 'postgresql://x' })).toEqual([
      'DATABASE_URL: give it or DATABASE_URL_FILE, not both',
    ]);
  });

  it.each(['DATABASE_URL', 'DATABASE_OWNER_URL'])(
    'refuses in production a file of %s that everybody can read',
    (name) => {
      const file = path.join(temporaryDirectory(), 'database-url');
      writeFileSync(file, 'postgresql://calls:secret@db.example/tapfolio\n', { mode: 0o644 });
      const environment = {
        TAPFOLIO_DATA: temporaryDirectory(),
        DATABASE_URL: 'postgresql://calls@db.example/tapfolio',
      };
      loadConfig(bilingual, environment);
      const production = { ...environment, NODE_ENV: 'production', [name]: undefined, [`${name}_FILE`]: file };

      expect(problemsOf(bilingual, production)).toEqual([
        `${name}_FILE: ${file} is open to every user of this machine: chmod o= ${file}`,
      ]);
      chmodSync(file, 0o640);
      expect(problemsOf(bilingual, production)).toEqual([]);
    },
  );

  it.each([
    ['sslrootcert', 'Name the file with the certificate of the authority that signed the one of your database'],
    ['sslcert', 'Name the file with the certificate of this login'],
    ['sslkey', 'Name the file with the key of that certificate'],
  ])('says which file for TLS cannot be used, and what %s is', (parameter, advice) => {
    const folder = temporaryDirectory();
    const file = path.join(folder, 'ca.der');
    writeFileSync(file, Buffer.from([0x30, 0x82]));
    const withFile = (name: string) => ({
      DATABASE_URL: `postgresql://calls@db.example/tapfolio?sslmode=verify-full&${parameter}=${encodeURIComponent(name)}`,
    });
    const addressFile = path.join(folder, 'calls.url');
    writeFileSync(addressFile, withFile(`${folder}/none.pem`).DATABASE_URL);

    expect(problemsOf(bilingual, withFile(file))).toEqual([
      `DATABASE_URL: ${parameter}: ${file} is not in PEM. ${advice}`,
    ]);
    expect(problemsOf(bilingual, { DATABASE_URL_FILE: addressFile })).toEqual([
      `DATABASE_URL_FILE: ${parameter}: cannot be read: ENOENT: no such file or directory, open '${folder}/none.pem'. ${advice}`,
    ]);
    writeFileSync(file, '-----BEGIN CERTIFICATE-----\n');
    expect(problemsOf(bilingual, withFile(file))).toEqual([]);
  });

  it.each([
    ['TAPFOLIO_ROLE', 'TAPFOLIO_ROLES'],
    ['TAPFOLIO_RELOS', 'TAPFOLIO_ROLES'],
    ['tapfolio_port', 'TAPFOLIO_PORT'],
    ['DATABASE_URL_FLE', 'DATABASE_URL_FILE'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_OWNERURL', 'DATABASE_OWNER_URL'],
  ])('says which variable is meant by the mistyped %s', (name, meant) => {
    const database = { DATABASE_URL_FILE: fileWithUrl() };
    const others = name.includes('DATABASE_UR') ? {} : database;
    const value = name === 'DATABASE_URI' ? 'postgresql://calls@localhost/tapfolio' : 'auth';

    expect(problemsOf(bilingual, { ...others, [name]: value })).toEqual([
      `${name}: there is no such variable; ${meant} is meant`,
    ]);
  });

  it('takes no notice of variables of others, nor of one that is like one of ours beside it', () => {
    const kubernetes = {
      TAPFOLIO_SERVICE_HOST: '10.0.0.1',
      TAPFOLIO_PORT_80_TCP: 'tcp://10.0.0.1:80',
      TAPFOLIO_PORT: '80',
    };

    expect(problemsOf(bilingual, { ...kubernetes, DATABASE_NAME: 'x', DATA: 'x' })).toEqual([]);
    expect(problemsOf(bilingual, { DATABASE_URI: 'mysql://shop@db.example/shop' })).toEqual([]);
    expect(problemsOf(bilingual, { DATABASE_URI: 'x', DATABASE_URL: 'postgresql://calls@localhost/tapfolio' })).toEqual(
      [],
    );
  });

  it('needs the logins of the parts when the owner of the tables is given', () => {
    const owner = 'postgresql://owner@db.example/tapfolio';

    expect(problemsOf('config/bilingual.json', { DATABASE_OWNER_URL: owner })).toEqual([
      'DATABASE_OWNER_URL: needs DATABASE_URL, the login that the parts connect with',
    ]);
  });
});
