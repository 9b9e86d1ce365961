import { locales } from '@tapfolio/domain/locale.ts';
import { pathTable } from '@tapfolio/locales/path-table.ts';
import { routeNames } from '@tapfolio/locales/paths.ts';
import { describe, expect, test } from 'vitest';
import { rewriteFor, toCanonical } from './rewrite.ts';

const at = (path: string): URL => new URL(path, 'https://portal.example');

describe('addresses in seven languages', () => {
  test.each(locales)('lead from every path of %s to its screen and back [NAV-02]', (locale) => {
    for (const name of routeNames) {
      const canonical = encodeURI(pathTable[name].en_CA.replace('$srfid', 'ABC').replace(/\$\w+/, '7'));
      const written = rewriteFor(locale).output({ url: at(canonical) });

      expect(rewriteFor('en_CA').input({ url: at(written.pathname) }).pathname).toBe(canonical);
    }
  });

  test('keep search and hash', () => {
    const { href } = rewriteFor('fr_CA').output({ url: at('/card/trips-history/3?size=20#top') });

    expect(href).toBe('https://portal.example/carte/historique-des-trajets/3?size=20#top');
  });
});

describe('odd addresses', () => {
  test.each([
    ['/card%2Fadd', '/card/add'],
    ['/re%C3%A7u/ABC', '/receipt/ABC'],
    ['/receipt', '/receipt-page'],
    ['/some%20where', '/some%20where'],
  ])('%s is decoded to %s [NAV-04]', (path, canonical) => {
    expect(toCanonical(path)).toBe(canonical);
  });

  test.each(['/%2f%2fevil.example', '//evil.example', '/\\evil.example', '/%5C%5Cevil.example'])(
    '%s never leaves the site [NAV-04]',
    (path) => {
      const canonical = toCanonical(path);

      expect(canonical).toMatch(/^\/[^/\\]/);
      expect(at(canonical).host).toBe('portal.example');
    },
  );

  test.each(['/%E0%A4%A', '/%', '/card/%zz'])('%s is malformed and leads to the error page [NAV-04]', (path) => {
    expect(toCanonical(path)).toBe('/error');
  });
});
