import { expect, test } from 'vitest';
import { type Catalogue, translator } from './translator.ts';

type Sample = { 'a.plain': undefined; 'a.count': { count: number }; 'a.kind': { kind: 'x' | 'other' } };

const catalogue: Catalogue<Sample> = {
  'a.plain': () => 'Plain',
  'a.count': ({ count }) => `${count} cards`,
  'a.kind': ({ kind }) => kind,
};

test('returns texts with and without arguments', () => {
  const t = translator(catalogue);

  expect([t('a.plain'), t('a.count', { count: 2 }), t('a.kind', { kind: 'x' })]).toEqual(['Plain', '2 cards', 'x']);
});

test('refuses wrong keys and arguments when compiled', () => {
  const t = translator(catalogue);
  const wrong = [
    // @ts-expect-error unknown key
    () => t('a.unknown'),
    // @ts-expect-error missing argument
    () => t('a.count'),
    // @ts-expect-error wrong type of argument
    () => t('a.count', { count: '2' }),
    // @ts-expect-error surplus argument
    () => t('a.plain', { count: 2 }),
    // @ts-expect-error a choice the message does not know
    () => t('a.kind', { kind: 'y' }),
  ];

  expect(wrong).toHaveLength(5);
});

test('returns the key if its part is not loaded', () => {
  const nothingLoaded: Partial<Catalogue<Sample>> = {};

  expect(translator(nothingLoaded as Catalogue<Sample>)('a.plain')).toBe('a.plain'); // stands for a part still loading
});
