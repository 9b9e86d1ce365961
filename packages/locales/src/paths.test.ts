import { locales } from '@tapfolio/domain/locale.ts';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { decodePath } from './decode-path.ts';
import { growTree, localise, type Params, pathOf, patternsOf, recognise, routeNames, translatePath } from './paths.ts';

const values = { srfid: 'E0ZKJ1J6R9ZJZR', token: 'a-b_c%~', id: '17' };
const filled = (pattern: string) =>
  pattern.replace(/\$(\w+)/g, (_, name: keyof typeof values) => encodeURIComponent(values[name]));
const paramNames = (pattern: string) => [...pattern.matchAll(/\$(\w+)/g)].map(([, name]) => name);
/** Any code points, also half characters. */
const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((codes) => String.fromCodePoint(...codes));
const everyPath = routeNames.flatMap((name) => patternsOf(name).map((pattern) => [pattern, name] as const));

describe('paths of the specification', () => {
  test.each([
    ['/login', 'login', {}],
    ['/logout', 'logout', {}],
    ['/receipt-page', 'receipt-page', {}],
    ['/receipt', 'receipt-page', {}],
    ['/receipt/E0ZKJ1J6R9ZJZR', 'receipt', { srfid: 'E0ZKJ1J6R9ZJZR' }],
    ['/reset-password', 'reset-password', {}],
    ['/change-password/tok', 'change-password', { token: 'tok' }],
    ['/error', 'error', {}],
    ['/oauth2_web_app_test', 'sso-callback', {}],
    ['/', 'passenger-area', {}],
    ['/account/edit', 'account-edit', {}],
    ['/card', 'card', {}],
    ['/card/add', 'card-add', {}],
    ['/card/trips-history', 'card-trips-history', {}],
    ['/card/trips-history/3', 'card-trips-history-table', { id: '3' }],
    ['/card/payments-history', 'card-payments-history', {}],
    ['/card/payments-history/3', 'card-payments-history-table', { id: '3' }],
    ['/card/products-history', 'card-products-history', {}],
    ['/card/products-history/3', 'card-products-history-table', { id: '3' }],
    ['/card/favourites/3', 'card-favourites-table', { id: '3' }],
  ])('%s has its stable name %s [NAV-01]', (path, name, params) => {
    expect(recognise(path)).toEqual({ name, params });
  });
});

describe('paths in seven languages', () => {
  test.each(everyPath)('%s opens %s, written plainly, encoded or in capitals [NAV-02]', (pattern, name) => {
    const params = Object.fromEntries(paramNames(pattern).map((key) => [key, values[key as keyof typeof values]]));
    const path = filled(pattern);
    const capitals = pattern.replace(/\/[^$/]+/g, (word) => word.toUpperCase());

    expect(recognise(path)).toEqual({ name, params });
    expect(recognise(new URL(path, 'https://portal.example').pathname)).toEqual({ name, params });
    expect(recognise(filled(capitals))).toEqual({ name, params });
    expect(recognise(path.normalize('NFD'))).toEqual({ name, params });
  });

  test('keeps parameter names in every language [NAV-02]', () => {
    for (const name of routeNames) {
      for (const pattern of patternsOf(name))
        expect(paramNames(pattern).sort()).toEqual(paramNames(pathOf(name)).sort());
    }
  });

  test('accepts accented paths with and without their accents', () => {
    const names = [
      '/reçu/X',
      '/recu/X',
      '/re%C3%A7u/X',
      '/karte/hinzufügen',
      '/karte/hinzufuegen',
      '/karte/hinzufugen',
      '/błąd',
      '/blad',
    ];

    expect(names.map((path) => recognise(path)?.name)).toEqual([
      'receipt',
      'receipt',
      'receipt',
      'card-add',
      'card-add',
      'card-add',
      'error',
      'error',
    ]);
  });

  test('writes the address of a screen in the requested language', () => {
    expect(localise('receipt', { srfid: 'E0ZKJ1J6R9ZJZR' }, 'fr_CA')).toBe('/re%C3%A7u/E0ZKJ1J6R9ZJZR');
    expect(translatePath('/card/trips-history/4', 'pl_PL')).toBe('/karta/historia-przejazd%C3%B3w/4');
    expect(translatePath('/karta/historia-przejazd%C3%B3w/4', 'en_GB')).toBe('/card/trips-history/4');
    expect(translatePath('/nowhere', 'fr_CA')).toBeUndefined();
  });

  test('finds the same screen from the path of any language, with any parameter', () => {
    const param = anyText.map((text) => text.normalize('NFC'));
    const usable = param.filter(
      (text) => !/[\\/\p{Cc}\p{Cs}]/u.test(text) && text !== '.' && text !== '..' && text !== '',
    );
    fc.assert(
      fc.property(usable, fc.constantFrom(...locales), fc.constantFrom(...locales), (srfid, from, to) => {
        const path = translatePath(localise('receipt', { srfid }, from), to);

        expect(path).toBe(localise('receipt', { srfid }, to));
        expect(recognise(path ?? '')).toEqual({ name: 'receipt', params: { srfid } });
      }),
    );
  });
});

describe('hostile paths', () => {
  test.each([
    '/%',
    '/%zz',
    '/receipt/%E0%A4',
    '/receipt/%00',
    '/receipt/..',
    '/receipt/%2e%2e',
    '/receipt/\ud800',
    '/card/../login',
    '/\u0007',
  ])('finds no screen for %j and does not throw', (path) => {
    expect(recognise(path)).toBeUndefined();
    expect(translatePath(path, 'fr_CA')).toBeUndefined();
    expect(decodePath(path)).toBeUndefined();
  });

  test.each([
    '//evil.example',
    '/%2f%2fevil.example',
    '/%2F',
    '\\\\evil.example',
    '/\\evil.example',
    '/%5c%5cevil.example',
    '/%252f%252fevil.example',
  ])('keeps %j on our own site', (path) => {
    const site = new URL('https://portal.example/');

    expect(new URL(translatePath(path, 'en_CA') ?? '/', site).host).toBe(site.host);
    expect(new URL(decodePath(path) ?? '/', site).host).toBe(site.host);
  });

  test('never throws and never leaves the site, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const path = translatePath(text, 'de_DE') ?? decodePath(text) ?? '/';

        expect(path).toMatch(/^\/(?!\/)/);
        expect(new URL(path, 'https://portal.example/').host).toBe('portal.example');
      }),
    );
  });

  test('reads an escaped slash once', () => {
    expect(recognise('/card%2Fadd')?.name).toBe('card-add');
    expect(recognise('/receipt/a%252Fb')).toEqual({ name: 'receipt', params: { srfid: 'a%2Fb' } });
  });

  test('refuses to write a parameter that would lead to a parent path or disappear', () => {
    expect(() => localise('receipt', { srfid: '..' }, 'en_CA')).toThrow(RangeError);
    expect(() => localise('receipt', { srfid: '' }, 'en_CA')).toThrow(RangeError);
  });
});

test('throws if one path would open two screens', () => {
  const pair = (first: string, second: string) => () =>
    growTree([
      ['card', first],
      ['login', second],
    ]);

  expect(pair('/same', '/same')).toThrow('/same opens card and login');
  expect(pair('/a/$id', '/a/$token')).toThrow('same place');
});

test('types parameters by route', () => {
  expectTypeOf<Params<'receipt'>>().toEqualTypeOf<{ readonly srfid: string }>();
  expectTypeOf(pathOf('card-add')).toEqualTypeOf<'/card/add'>();
  // @ts-expect-error the token is missing
  expect(() => localise('change-password', {}, 'en_CA')).toThrow(RangeError);
});
