import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bilingual, fileWith, problemsOf } from '../../test/config-file.ts';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { loadConfig } from './config.ts';

describe('loadConfig', () => {
  it('offers English for Canada first and French for Canada by default [I18N-02]', () => {
    const { config } = loadConfig(fileWith({ languages: undefined }), { TAPFOLIO_DATA: temporaryDirectory() });

    expect(config.languages).toEqual({ deployed: ['en_CA', 'fr_CA'], hosts: {} });
  });

  it('signs a passenger out after 900 seconds without an action by default, and never with 0 [SES-05]', () => {
    const idleSecondsOf = (idleSeconds: number | undefined): number =>
      loadConfig(fileWith({ idleSeconds }), { TAPFOLIO_DATA: temporaryDirectory() }).config.idleSeconds;

    expect([undefined, 0].map(idleSecondsOf)).toEqual([900, 0]);
  });

  it('reads the French-branded operator with its contact details from a file alone [I18N-03]', () => {
    const { config } = loadConfig(path.join(path.dirname(bilingual), 'francophone.json'), {
      TAPFOLIO_DATA: temporaryDirectory(),
    });

    expect(config.languages.deployed[0]).toBe('fr_CA');
    expect(config.languages.hosts['compte.estran.example']).toBe('fr_CA');
    expect(config.contacts.fr_CA?.phone).toBe('1 800 555-0187');
  });

  it('lists all mistakes at once, in plain words and with their place', () => {
    const file = fileWith({
      brand: { name: '', productnam: 'x' },
      idleSeconds: 'long',
      operators: [],
      consent: undefined,
    });

    expect(
      problemsOf(file, {
        TAPFOLIO_ROLES: 'auth,portl',
        DATABASE_URL: 'mysql://x',
        DATABASE_OWNER_URL: 'postgresql://:',
      }),
    ).toEqual([
      'brand.name: must not be empty',
      'brand.productName: is missing',
      'brand.payeeLabel: is missing',
      'brand: unknown key "productnam"',
      'operators: must not be empty',
      'operators: needs exactly one with "home": true, not 0',
      'idleSeconds: must be of type number',
      'consent: is missing',
      'TAPFOLIO_ROLES: "auth,portl" must be a comma-separated list of auth, portal, feed, worker, web, each once',
      'DATABASE_URL: must be an address that starts with postgresql://',
      expect.stringMatching(/^DATABASE_OWNER_URL: is not a complete address/),
    ]);
  });

  it('says of a text how long it may be, of a list how many entries it may have, and how an email address looks', () => {
    const withWords = (...contextWords: string[]) => problemsOf(fileWith({ passwordRules: { contextWords } }));

    expect(withWords('ab')).toEqual(['passwordRules.contextWords.0: must have at least 3 characters']);
    expect(withWords(...Array.from({ length: 201 }, () => 'harbour'))).toEqual([
      'passwordRules.contextWords: must have at most 200 entries',
    ]);
    expect(problemsOf(fileWith({ contacts: { en_CA: { email: 'nobody' } } }))).toEqual([
      'contacts.en_CA.email: must be an email address such as help@example.org',
    ]);
  });

  it('refuses a currency for typed amounts in which no operator charges', () => {
    expect(problemsOf(fileWith({ currency: 'EUR' }))).toEqual(['currency: is charged by no operator']);
  });

  it('accepts a tax rate that follows another, and refuses two of one name on the same day', () => {
    const withRates = (...rates: object[]) => {
      const { legal } = JSON.parse(readFileSync(bilingual, 'utf8'));
      return problemsOf(fileWith({ legal: { ...legal, vatRates: { CAD: rates } } }));
    };
    const tax = { name: 'HST', percent: '15' };

    expect(withRates({ ...tax, until: '2028-02-29' }, { ...tax, from: '2028-03-01' })).toEqual([]);
    expect(withRates(tax, { ...tax, name: 'TVQ' })).toEqual([]);
    const twice = ['legal.vatRates.CAD: has two rates of one name on the same day'];
    expect(withRates({ ...tax, until: '2028-03-01' }, { ...tax, from: '2028-03-01' })).toEqual(twice);
    expect(withRates(tax, { ...tax, from: '2028-03-01' })).toEqual(twice);
    expect(withRates({ ...tax, from: '2028-03-01', until: '2028-02-29' })).toEqual([
      'legal.vatRates.CAD: has a rate whose "until" is before its "from"',
    ]);
    expect(withRates({ ...tax, until: '2027-02-29' })).toEqual([
      'legal.vatRates.CAD.0.until: must be a day such as 2026-04-01',
    ]);
  });

  it('says which lengths a statement reference may have, and that a number must be whole', () => {
    const file = fileWith({ statementReference: { lengths: [12] }, passwordRules: { digits: 1.5 } });

    expect(problemsOf(file)).toEqual([
      'statementReference.lengths.0: must be one of 13, 14',
      'passwordRules.digits: must be a whole number',
    ]);
  });

  it('says once that there is no language, although hosts name some', () => {
    const file = fileWith({ languages: { deployed: [], hosts: { 'a.example': 'fr_CA' } } });

    expect(problemsOf(file)).toEqual(['languages.deployed: must not be empty']);
  });

  it('refuses a text that is blank', () => {
    const blank = ' \u00a0';
    const contacts = { en_CA: { phone: blank, hours: blank, address: ['1 Pier Street', blank] } };
    const legal = { companyName: blank, address: [blank], registrationLines: { en_CA: [blank] } };
    const brand = { name: blank, productName: blank, payeeLabel: blank };

    const files = { secrets: { mediumKeyFile: blank, accountKeyFile: blank }, feeds: { inbox: blank, archive: blank } };
    const others = { http: { host: blank }, portalVersion: blank };

    const problems = problemsOf(fileWith({ brand, contacts, legal, ...files, ...others }));

    expect(problems).toHaveLength(15);
    for (const problem of problems) expect(problem).toMatch(/: must not be empty$/);
  });

  it.each([
    ['publicUrl', { publicUrl: 'travel.example' }, 'must be a web address such as https://example.org/privacy'],
    [
      'http.trustedProxies.1',
      { http: { trustedProxies: ['10.0.0.0/8', 'proxy.example'] } },
      'must be an address or a range of addresses such as 10.0.0.0/8',
    ],
    [
      'http.trustedProxies.0',
      { http: { trustedProxies: ['10.0.0.0/33'] } },
      'must be an address or a range of addresses such as 10.0.0.0/8',
    ],
    ['http.longestWaitMs', { http: { longestWaitMs: 2 ** 31 } }, 'must be at most 60000'],
    [
      'mail.from',
      { mail: { from: 'Lakeshore Transit', host: 'mail.example' } },
      'must be an address such as "Name <no-reply@example.org>", with the letters A to Z in the address',
    ],
    [
      'statementReference.samples',
      { statementReference: { lengths: [14], samples: ['OCT*7K2M4Q9T1XB5Z'] } },
      'has a line in which no reference of these lengths is found',
    ],
    ['passwordRules.digits', { passwordRules: { digits: 200 } }, 'must be at most 16'],
    ['currency', { currency: 'CAD\n' }, 'must not have a line break or control character'],
    [
      'contacts.en_CA.address.0',
      { contacts: { en_CA: { address: ['a\u0000b'] } } },
      'must not have a line break or control character',
    ],
    [
      'feeds.archive',
      { feeds: { inbox: 'feeds/in', archive: 'feeds/in/read' } },
      'must lie outside feeds.inbox, or every file in it is read again',
    ],
  ])('says which setting is wrong, and how it is meant: %s', (setting, overrides, problem) => {
    const [first] = problemsOf(fileWith(overrides));

    expect(first).toBe(`${setting}: ${problem}`);
  });

  it('refuses to keep raw rows longer than the look-ups that a replay needs', () => {
    const file = fileWith({ retention: { rawRowWeeks: 13, lookupDays: 90 } });

    expect(problemsOf(file)).toEqual([
      'retention.rawRowWeeks: is longer than lookupDays: a replay of such old lines would not find their taps',
    ]);
    expect(problemsOf(fileWith({ retention: { rawRowWeeks: 12, lookupDays: 84 } }))).toEqual([]);
  });

  it('takes texts without the blanks at their ends, which nobody sees in the file', () => {
    const operator = { name: 'Lakeshore ', timeZone: 'America/Toronto', currency: 'CAD', home: true };
    const file = fileWith({
      operators: [{ ...operator, code: '1 ', aliases: [' 77'], merchantNumbers: ['0001 '] }],
      feeds: { inbox: 'inbox ', archive: '\u00a0archive' },
    });
    const data = temporaryDirectory();

    const { operators, feeds } = loadConfig(file, { TAPFOLIO_DATA: data }).config;

    expect(operators[0]).toMatchObject({
      code: '1',
      name: 'Lakeshore',
      aliases: ['77'],
      merchantNumbers: ['0001'],
    });
    expect(feeds).toMatchObject({ inbox: path.join(data, 'inbox'), archive: path.join(data, 'archive') });
  });

  it('reports that the file is missing or is not JSON', () => {
    const broken = path.join(temporaryDirectory(), 'config.json');
    writeFileSync(broken, '{ "brand": ');

    expect(problemsOf(broken)[0]).toMatch(/^the file is not JSON/);
    expect(problemsOf(`${broken}.none`)[0]).toMatch(/^the file cannot be read/);
  });
});
