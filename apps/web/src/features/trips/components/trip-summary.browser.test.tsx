import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { brokenWords } from '../../../../test/measure-words.ts';
import { renderPart } from '../../../../test/render.tsx';
import { buildTrip } from '../../../../test/travel-fixtures.ts';
import { setLanguage } from '../../../lib/i18n.ts';
import { TripSummary } from './trip-summary.tsx';

test('a trip after midnight has the date of its time, not the service day before', async () => {
  const night = { startedAt: '2026-11-21T05:30:00Z', endedAt: null, serviceDay: '2026-11-20' };
  await renderPart(<TripSummary trip={buildTrip(night)} hasDay />);

  expect(document.querySelector('main')?.textContent).toContain('2026/11/2100:30');
});

test('on a phone the fare stands beside the times, and a reason of some length below them takes one line', async () => {
  await page.viewport(360, 740);
  onTestFinished(() => setLanguage('en_CA'));
  await setLanguage('de_DE');
  const transfer = { fare: { amountMinor: 0, currency: 'CAD' }, fareReason: 'TRANSFER_2H' };
  const { getByText } = await renderPart(
    <div style={{ containerType: 'inline-size', inlineSize: '17rem' }}>
      <TripSummary trip={buildTrip(transfer)} />
    </div>,
  );
  const boxOf = (text: RegExp) => getByText(text).element().getBoundingClientRect();

  const [times, fare, reason] = [boxOf(/^\d\d:\d\d – \d\d:\d\d$/), boxOf(/^0,00/), boxOf(/^Umstieg/)];

  expect(fare.top).toBeLessThan(times.bottom);
  expect(reason.top).toBeGreaterThanOrEqual(times.bottom - 1);
  expect(reason.height).toBeLessThan(1.5 * times.height);
});

test.each(['en_CA', 'fr_CA'] as const)(
  'in a wide row the times, the reason and the fare are in one line in %s',
  async (locale) => {
    onTestFinished(() => setLanguage('en_CA'));
    await setLanguage(locale);
    const transfer = { fare: { amountMinor: 0, currency: 'CAD' }, fareReason: 'TRANSFER_2H' };
    const { getByText } = await renderPart(
      <div style={{ containerType: 'inline-size', inlineSize: '40rem' }}>
        <TripSummary trip={buildTrip(transfer)} hasDay />
      </div>,
    );
    const boxOf = (text: string | RegExp) => getByText(text).element().getBoundingClientRect();

    const [day, times, reason] = [boxOf(/^\d+\/\d+\/\d+$/), boxOf(/ – /), boxOf(/^(Transfer|Correspondance)/)];

    expect(times.height).toBeLessThan(1.5 * day.height);
    expect(times.top).toBeLessThan(day.bottom);
    expect(reason.top).toBeLessThan(day.bottom);
  },
);

test('on a small phone a trip stands below its line if the name of the line leaves no room for a word of a place', async () => {
  await page.viewport(320, 740);
  const line = { id: 'LX', name: 'Saint-Jean Express', longName: null, color: null, textColor: null };
  const { getByText } = await renderPart(
    // As in the list of trips: a row beside the arrow that opens it.
    <div style={{ containerType: 'inline-size', inlineSize: '18rem' }}>
      <div style={{ inlineSize: '14rem' }}>
        <TripSummary trip={buildTrip({ line, from: 'Conservatory', to: 'Orchard Hill' })} />
      </div>
    </div>,
  );
  await expect.element(getByText('Saint-Jean Express')).toBeVisible();

  expect(brokenWords()).toEqual([]);
});
