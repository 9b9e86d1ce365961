import { errorCodes } from '@tapfolio/contracts/error-catalogue.ts';
import { locales } from '@tapfolio/domain/locale.ts';
import { passwordViolations } from '@tapfolio/domain/password-rules.ts';
import { expect, test } from 'vitest';
import { loadFaults } from './generated/faults.ts';
import type { PublicMessages, WebMessages } from './generated/keys.ts';
import { loadPublic } from './generated/public.ts';
import { loadRest } from './generated/rest.ts';
import { type Translate, translator } from './translator.ts';

test.each(locales)('has a text for every error and password rule in %s [ERR-02] [ERR-03]', async (locale) => {
  const t = translator({ ...(await loadRest(locale)), ...(await loadFaults(locale)) });

  // These keys compile only if every code has a text.
  for (const code of errorCodes) expect(t(`errors.${code}`)).not.toContain('errors.');
  for (const rule of passwordViolations.filter((name) => name !== 'password_white_chars')) {
    if (rule === 'password_too_common' || rule === 'password_context_words')
      expect(t(`validation.${rule}`)).not.toContain('validation.');
    else expect(t(`validation.${rule}`, { count: 5 })).toMatch(/5/);
  }
});

test.each(locales)('no error asks for a trace ID, which some answers do not have, in %s', async (locale) => {
  const t = translator({ ...(await loadRest(locale)), ...(await loadFaults(locale)) });
  const [, name = ''] = /^(.+?) (?:for|pour|für|per|dla|pre) /.exec(t('common.traceId', { id: '' })) ?? [];

  expect(name).not.toBe('');
  for (const code of errorCodes) expect(t(`errors.${code}`).toLowerCase()).not.toContain(name.toLowerCase());
});

test('uses the plural rules of each language', async () => {
  const counts = [1, 2, 5].map((count) => ({ count }));
  const said = await Promise.all(
    locales.map(async (locale) => {
      const t = translator(await loadRest(locale));
      return counts.map((args) => t('common.trips', args));
    }),
  );

  expect(said.slice(0, 6)).toEqual([
    ['1 trip', '2 trips', '5 trips'],
    ['1 trajet', '2 trajets', '5 trajets'],
    ['1 Fahrt', '2 Fahrten', '5 Fahrten'],
    ['1 cesta', '2 cesty', '5 ciest'],
    ['1 przejazd', '2 przejazdy', '5 przejazdów'],
    ['1 viaggio', '2 viaggi', '5 viaggi'],
  ]);
});

test('writes numbers in the format of each language', async () => {
  const rows = await Promise.all(
    (['en_CA', 'fr_CA', 'de_DE'] as const).map(async (locale) => {
      return translator(await loadRest(locale))('common.rowsCut', { count: 10000 });
    }),
  );

  expect(rows.map((text) => /10\D?000/.exec(text)?.[0])).toEqual(['10,000', '10\u00a0000', '10.000']);
});

test('a look-up with more parts fits where one with fewer parts is expected', async () => {
  const t: Translate<WebMessages> = translator({
    ...(await loadPublic('en_CA')),
    ...(await loadRest('en_CA')),
  });
  const onlyPublic: Translate<PublicMessages> = t;

  expect(onlyPublic('common.retry')).toBe('Try again');
});
