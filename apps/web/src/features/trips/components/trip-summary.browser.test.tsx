import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { brokenWords } from '../../../../test/measure-words.ts';
import { renderPart } from '../../../../test/render.tsx';
import { buildTrip } from '../../../../test/travel-fixtures.ts';
import { setLanguage } from '../../../lib/i18n.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { TripSummary } from './trip-summary.tsx';

test('a trip after midnight has the date of its time, not the service day before', async () => {
  const night = { startedAt: '2026-11-21T05:30:00Z', endedAt: null, serviceDay: '2026-11-20' };
  await renderPart(<TripSummary trip={buildTrip(night)} hasDay />);

  expect(document.querySelector('main')?.textContent).toContain('2026/11/2100:30');
});

test('on a phone the stops come first with the fare beside them, and the times and the reason share the line below, under the arrow', async () => {
  await page.viewport(360, 740);
  const transfer = { fare: { amountMinor: 0, currency: 'CAD' }, fareReason: 'TRANSFER_2H' };
  const { getByText } = await renderPart(
    <div style={{ containerType: 'inline-size', inlineSize: '20.5rem' }}>
      <Disclosure id="trip" summary={<TripSummary trip={buildTrip(transfer)} />}>
        {() => null}
      </Disclosure>
    </div>,
  );
  const boxOf = (text: RegExp) => getByText(text).element().getBoundingClientRect();

  const [places, fare] = [boxOf(/→/), boxOf(/^\$0/)];
  const [times, reason] = [boxOf(/^\d\d:\d\d – \d\d:\d\d$/), boxOf(/^Transfer/)];

  expect(fare.top).toBeLessThan(places.bottom);
  expect(times.top).toBeGreaterThanOrEqual(places.bottom - 1);
  expect(reason.top).toBe(times.top);
  expect(reason.right).toBeGreaterThan(fare.right);
});

test.each(['en_CA', 'fr_CA'] as const)(
  'in a wide row the day, the times and the reason are in one line in %s',
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
