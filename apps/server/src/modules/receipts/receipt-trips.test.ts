import { expect, it } from 'vitest';
import { trip, writeForPassenger } from '../../../test/receipt-fixture.ts';

it.each([
  ['en_CA', 'From an unrecorded stop to Hill'],
  ['de_DE', 'Von einer nicht erfassten Haltestelle nach Hill'],
  ['fr_CA', 'Arrêt non enregistré – Hill'],
] as const)('a trip of which only the end is recorded reads as one sentence in %s', async (locale, words) => {
  const { trips } = await writeForPassenger({ trips: [{ ...trip, from: null }] }, locale);

  expect(trips?.rows[0]?.[1]).toBe(words);
});

it('a trip without a recorded end is named by its start', async () => {
  const { trips } = await writeForPassenger({ trips: [{ ...trip, to: null }] });

  expect(trips?.rows[0]?.[1]).toBe('Harbour');
});

it('names a stop that was delivered as a number or an id as the page does', async () => {
  const numbered = { ...trip, from: '1042', to: '3f1a0c62-51f5-4a0e-9a44-6b8a8f5f7d11' };

  const { trips } = await writeForPassenger({ trips: [numbered] });

  expect(trips?.rows[0]).toContain('Stop 1042 to Stop 3f1a0c62');
});
