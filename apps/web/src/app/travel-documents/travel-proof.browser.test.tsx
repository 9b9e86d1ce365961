import { serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refuse, server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { savedFiles } from '../../../test/saved-files.ts';
import { buildCard, buildCardList, buildTripDetail } from '../../../test/travel-fixtures.ts';

const files = savedFiles();
const file = () => new Blob(['Day'], { type: 'text/csv' });
const dialog = () => page.getByRole('dialog', { name: t('travelproof.title') });
const opener = () => page.getByRole('button', { name: t('travelproof.title') });
const ofDay = () => page.getByRole('button', { name: t('travelproof.ofDay') });
const download = () => dialog().getByRole('button', { name: t('travelstatement.download') });
const period = () => dialog().getByLabelText(t('cards.period'));
const box = (name: string) => dialog().getByRole('checkbox', { name, exact: false });
const asked = () => server.received('downloadTravelProof').map(({ query }) => query);

const trip = buildTripDetail();

beforeEach(() => {
  signIn();
  const cards = [buildCard({ id: 1, name: 'Everyday' }), buildCard({ id: 2, name: 'Watch', lastFour: null })];
  server.answer('listCards', () => buildCardList(cards));
  server.answer('listTrips', () => ({ items: [trip], days: [], nextCursor: null }));
  server.answer('getTrip', () => trip);
  server.answer('downloadTravelProof', file);
});

/** Opens the dialog from the list of trips, where a period may be chosen. */
async function openDialog(search = '') {
  const opened = await openPortal(`/card/trips-history/2${search}`);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
  return opened;
}

/** Opens the details of this trip. */
async function openDetails(shown: typeof trip) {
  server.answer('listTrips', () => ({ items: [shown], days: [], nextCursor: null }));
  server.answer('getTrip', () => shown);
  return await openPortal(`/card/trips-history/2?open=${shown.id}`);
}

describe('the proof of travel', () => {
  test('of this month and the card of the list is a PDF in the language of the page, if nothing is changed', async () => {
    await openDialog();
    await expect.element(period()).toHaveFocus();
    await expect.element(period()).toHaveValue('this_month');

    await download().click();

    await expect.element(page.getByText(t('travelproof.downloaded'))).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(opener()).toHaveFocus();
    const [query] = asked();
    expect(query).toMatchObject({ cards: '2', format: 'pdf', language: 'en_CA' });
    expect(query?.from).toMatch(/^\d{4}-\d\d-01$/);
    const name = t('travelproof.fileName', { from: query?.from ?? '', to: query?.to ?? '', type: 'pdf' });
    expect(files).toEqual([name]);
  });

  test('has the days of the list, the cards that are ticked and the type that was chosen, all by keyboard', async () => {
    await openDialog('?from=2026-03-02T09:30:00Z&to=2026-03-10T08:30:00Z');
    await expect.element(period()).toHaveValue('other');

    box('Everyday').element().focus();
    await userEvent.keyboard(' ');
    dialog().getByLabelText(t('travelstatement.format')).element().focus();
    await userEvent.keyboard('{ArrowDown}{Tab}{Tab}{Enter}');

    await expect.poll(() => files).toEqual(['proof-of-travel-2026-03-02-2026-03-09.csv']);
    expect(asked()).toEqual([{ from: '2026-03-02', to: '2026-03-09', cards: '1,2', format: 'csv', language: 'en_CA' }]);
  });

  test('offers days and months, and no years', async () => {
    await openDialog();

    const choices = [...(period().element() as HTMLSelectElement).options].map(({ value }) => value);
    expect(choices).toEqual(['today', 'this_week', 'this_month', 'last_month', 'other']);
  });

  test.each(['TM0108', 'NWA0011'] as const)('that fails (%s) says so in the dialog', async (code) => {
    server.answer('downloadTravelProof', refuse(code));
    await openDialog();

    await download().click();

    const alert = dialog().getByRole('alert').first();
    await expect.element(alert.getByText(t('travelproof.failed'))).toBeVisible();
    await expect.element(alert.getByText(t(`errors.${code}`))).toBeVisible();
    expect(files).toEqual([]);
  });

  test.each([
    ['travel_proof_empty', undefined],
    ['travel_proof_too_long', { days: 92, trips: 1000 }],
  ] as const)('that is refused (%s) says why at the period, and downloads nothing', async (code, details) => {
    server.answer('downloadTravelProof', refuse(code, details));
    await openDialog();

    await download().click();

    await expect.element(period()).toBeInvalid();
    await expect.element(period()).toHaveAccessibleDescription(t(`errors.${code}`));
    await expect.element(period()).toHaveFocus();
    expect(files).toEqual([]);
  });

  test('of more days than it may have says so at the last day, and is not requested', async () => {
    await openDialog('?from=2026-01-01T09:30:00Z&to=2026-04-04T08:30:00Z');

    await download().click();

    const field = page.elementLocator(document.querySelector('dialog input[name=toDay]') ?? document.body);
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(t('errors.travel_proof_too_long')));
    expect(asked()).toEqual([]);
  });

  test('has room in a window of 320 pixels', async () => {
    await page.viewport(320, 640);
    await openDialog('?from=2026-03-02T09:30:00Z&to=2026-03-10T08:30:00Z');

    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    const shown = dialog().element();
    expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth);
  });
});

describe('the proof of the day of a trip', () => {
  test('has that day and that card chosen already', async () => {
    await openDetails(buildTripDetail({ startedAt: '2026-03-06T14:00:00Z', serviceDay: '2026-03-06' }));

    await ofDay().click();
    await expect.element(period()).toHaveValue('other');
    expect([box('Everyday').element(), box('Watch').element()].map((one) => one.matches(':checked'))).toEqual([
      false,
      true,
    ]);
    await download().click();

    await expect.poll(() => files).toEqual(['proof-of-travel-2026-03-06-2026-03-06.pdf']);
    expect(asked()).toMatchObject([{ from: '2026-03-06', to: '2026-03-06', cards: '2' }]);
    await expect.element(ofDay()).toHaveFocus();
  });

  test("has the operator's day of a partner's trip, which begins another day there", async () => {
    const abroad = { timeZone: 'Europe/Paris', operator: 'Over the border', serviceDay: '2026-03-07' };
    await openDetails(buildTripDetail({ startedAt: '2026-03-07T06:00:00Z', ...abroad }));

    await ofDay().click();
    await download().click();

    await expect.poll(() => files).toEqual(['proof-of-travel-2026-03-06-2026-03-06.pdf']);
  });

  test('of today says “today”', async () => {
    const startedAt = new Date().toISOString();
    const serviceDay = serviceDayOf(startedAt, { timeZone: 'America/Toronto', dayCut: '04:30' });
    await openDetails(buildTripDetail({ startedAt, serviceDay }));

    await ofDay().click();

    await expect.element(period()).toHaveValue('today');
  });

  test('is not offered, nor that of the list, where the operator withholds it', async () => {
    signIn({ permissions: { trips: ['card-trips-history', 'card-trips-history-table'] } });

    const { screen } = await openDetails(trip);

    await expect.element(screen.getByText(trip.id)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: t('cards.print') })).toBeVisible();
    expect([...opener().elements(), ...ofDay().elements()]).toEqual([]);
  });
});
