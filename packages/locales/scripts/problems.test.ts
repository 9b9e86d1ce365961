import { locales } from '@tapfolio/domain/locale.ts';
import { describe, expect, test } from 'vitest';
import { type Catalogues, type Messages, readCatalogues } from './catalogue.ts';
import { argsType, readMessage } from './message.ts';
import { findProblems } from './problems.ts';

const written = await readCatalogues();

/** The real texts plus one message, in English and in French. */
function withText(english: string, french: string | undefined): Catalogues {
  const extra = (text: string | undefined): Messages => (text === undefined ? {} : { 'home.sample': text });
  const one = (text: string | undefined) => ({ public: {}, rest: extra(text), faults: {}, documents: {} });
  const others = Object.fromEntries(locales.map((locale) => [locale, one(undefined)]));
  // The keys are those of `locales`.
  return { ...others, en_CA: one(english), fr_CA: one(french) } as Catalogues;
}

const frenchProblems = (english: string, french?: string): string[] => {
  return findProblems(withText(english, french)).filter((line) => line.startsWith('fr_CA home.sample'));
};

describe('the completeness check', () => {
  test('finds no problem in the texts of all seven languages [I18N-01]', () => {
    expect(findProblems(written)).toEqual([]);
  });

  test.each([
    ['Save', undefined, 'missing'],
    ['Save', 'Save', 'still in English'],
    ['Hello {name}', 'Bonjour {nom}', 'arguments { nom: string | number }, not { name: string | number }'],
    [
      '{n, plural, one {# card} other {# cards}}',
      '{n, plural, one {# carte} other {# cartes}}',
      'plural has one, other',
    ],
    ['{n, number} rows', '{n, plural, one {a} many {b} other {c}}', undefined],
    ['Price {n}', 'Prix {n, number}', '{n} is number, not string | number'],
    ['The line', "L'arrêt", 'straight apostrophe'],
    ['The line', 'Une {ligne', 'Unexpected message end'],
    ['The line', ' ', 'empty'],
    ['Unpaid fare', 'Passage impayé', 'is called "trajet impayé" everywhere else'],
    ['Price: {n}', 'Prix : {n}', 'no-break space'],
    ['On {d}', 'Le {d, date}', 'format the value before'],
  ])('of %j and %j says: %s', (english, french, problem) => {
    const found = frenchProblems(english, french);

    if (problem === undefined) expect(found).toEqual([]);
    else expect(found.join('\n')).toContain(problem);
  });

  test('names an error code without text', () => {
    expect(findProblems(withText('A', 'B'))).toContain(
      'en_CA errors.user_locked: an error code without text (errors.json or faults.json)',
    );
  });

  test('reads argument types from the ICU text', () => {
    const message = readMessage('{who} {n, plural, one {#} other {{who} {kind, select, day {d} other {o}}}}');

    expect(argsType(message)).toBe("{ kind: 'day' | 'other'; n: number; who: string | number }");
  });
});
