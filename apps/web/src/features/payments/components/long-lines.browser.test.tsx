import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { brokenWords, expectNothingBeside, linesOf } from '../../../../test/measure-words.ts';
import { openPayment, passengerWithPayments } from '../../../../test/open-payment.ts';
import { signIn, t } from '../../../../test/render.tsx';
import { buildRelatedTrip } from '../../../../test/travel-fixtures.ts';

passengerWithPayments();

const named = { id: 'LX', name: 'Saint-Jean Express', longName: null, color: null, textColor: null };

test.each([320, 360])('no word of a place breaks beside a line with a long name at %i px', async (width) => {
  await page.viewport(width, 740);
  const trip = buildRelatedTrip({ line: named, from: 'Orchard Hill', to: 'Conservatory' });

  const { screen } = await openPayment({ trips: [trip] });

  await expect.element(screen.getByText('Saint-Jean Express')).toBeVisible();
  expect(brokenWords(document.querySelector('main') ?? undefined)).toEqual([]);
  expectNothingBeside();
});

test('a line with a short name stands beside the place', async () => {
  await page.viewport(320, 740);
  const trip = buildRelatedTrip({ line: { ...named, name: 'M1' }, from: 'Orchard Hill', to: 'Conservatory' });

  const { screen } = await openPayment({ trips: [trip] });

  const line = screen.getByText('M1', { exact: true }).element().getBoundingClientRect();
  const place = screen
    .getByText(/^Orchard Hill/)
    .element()
    .getBoundingClientRect();
  expect(place.left).toBeGreaterThan(line.right);
  expect(place.top).toBeLessThan(line.bottom);
});

test.each([320, 340, 360, 380, 400, 1280])(
  'the address to write to is not broken at its hyphen at %i px',
  async (width) => {
    await page.viewport(width, 740);
    const email = 'help@port-lumiere.example';
    signIn({}, { contacts: { en_CA: { email } } });

    const { screen } = await openPayment({});

    const link = screen.getByRole('main').getByRole('link', { name: t('common.contactEmail', { email }) });
    await expect.element(link).toBeVisible();
    const range = document.createRange();
    range.selectNodeContents(link.getByText(email).element());
    expect(linesOf(range)).toBe(1);
    expectNothingBeside();
  },
);
