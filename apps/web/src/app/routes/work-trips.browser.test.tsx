import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, refuse, server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildCardOverview,
  buildTrip,
  buildTripDetail,
} from '../../../test/travel-fixtures.ts';

const trips = [
  buildTrip({ from: 'Harbour', to: 'Hill', startedAt: '2026-11-20T15:30:00Z' }),
  buildTrip({ from: 'Hill', to: 'Harbour', startedAt: '2026-11-20T13:30:00.123456Z' }),
];
const [first, second] = [trips[0]?.id ?? '', trips[1]?.id ?? ''];
/** The trips that are for work, as the server knows them. */
let forWork: string[] = [];

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog', { name: t('work.choose') });
const box = (place: number) => dialog().getByRole('checkbox').nth(place);
const save = () => dialog().getByRole('button', { name: t('common.save') });
const rows = () => page.getByText(t('work.forWork'), { exact: true }).elements().length;
const sent = () => server.received('markWorkTrips').map(({ body }) => body);

beforeEach(async () => {
  await page.viewport(360, 780);
  signIn();
  forWork = [];
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
  server.answer('listTrips', () => ({ items: trips, days: [], nextCursor: null }));
  server.answer('getTrip', ({ params }) => buildTripDetail(trips.find(({ id }) => id === params.tripId)));
  server.answer('listWorkTrips', () => ({ tripIds: forWork }));
  server.answer('markWorkTrips', () => {
    const body = sent().at(-1);
    const [added, removed] = [body?.forWork ?? [], body?.notForWork ?? []];
    forWork = [...forWork.filter((id) => !removed.includes(id)), ...added];
    return null;
  });
});

describe('the trips of a page', () => {
  test('are asked for what is for work beside the list, with its filter, and say it in their row', async () => {
    forWork = [second];
    await openPortal('/card/trips-history/1?from=2026-11-01T05:00:00Z&size=50');

    await expect.poll(rows).toBe(1);
    const [list] = server.received('listTrips');
    const { language: _, ...filter } = list?.query ?? {};
    expect(server.received('listWorkTrips').map(({ query }) => query)).toEqual([filter]);
  });

  test('are many: the button that saves is in sight from the beginning, and covers no box that has the focus', async () => {
    const many = Array.from({ length: 20 }, () => buildTrip({ startedAt: '2026-11-20T15:30:00Z' }));
    server.answer('listTrips', () => ({ items: many, days: [], nextCursor: null }));
    await openPortal('/card/trips-history/1');
    await button(t('work.choose')).click();
    await expect.element(box(19)).toBeInTheDocument();
    await expect.element(save()).toBeInViewport({ ratio: 1 });

    for (const place of Array.from({ length: 20 }, (_, index) => index)) {
      box(place).element().focus();
      const top = save().element().getBoundingClientRect().top;
      expect(box(place).element().getBoundingClientRect().bottom).toBeLessThan(top);
    }
  });

  test('are chosen together with the keyboard: only what changed is sent, and it can be undone', async () => {
    forWork = [second];
    await openPortal('/card/trips-history/1');
    await button(t('work.choose')).click();
    await expect.element(box(1)).toBeChecked();

    await box(0).click();
    await userEvent.keyboard('{Tab}{ }');
    await save().click();

    await expect.element(page.getByText(t('work.saved'))).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    const [from, to] = [trips[1]?.startedAt, trips[0]?.startedAt];
    expect(sent()).toEqual([{ forWork: [first], notForWork: [second], from, to }]);
    await button(t('work.undo')).click();
    await expect.element(page.getByText(t('work.undone'))).toBeVisible();
    expect(sent()[1]).toEqual({ forWork: [second], notForWork: [first], from, to });
  });

  test('are all ticked and all unticked by one button each, and nothing is sent if nothing changed', async () => {
    await openPortal('/card/trips-history/1');
    await button(t('work.choose')).click();

    await dialog()
      .getByRole('button', { name: t('work.tickAll') })
      .click();
    await expect.element(box(0)).toBeChecked();
    await expect.element(box(1)).toBeChecked();
    await dialog()
      .getByRole('button', { name: t('work.tickNone') })
      .click();
    await save().click();

    await expect.element(dialog()).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
  });

  test('stay ticked where the server refuses or cannot be reached, and can be sent again', async () => {
    await openPortal('/card/trips-history/1');
    await button(t('work.choose')).click();
    await box(0).click();
    server.answer('markWorkTrips', refuse('NWA0037'));
    await save().click();
    await expect.element(dialog().getByText(t('work.moved'))).toBeVisible();

    server.reach(false);
    await save().click();
    await expect.element(page.getByText(t('work.failed')).first()).toBeVisible();
    await expect.element(box(0)).toBeChecked();
    server.reach(true);
    server.answer('markWorkTrips', () => null);
    await save().click();

    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('say so if it is not known which are for work', async () => {
    server.answer('listWorkTrips', refuse('unavailable'));
    await openPortal('/card/trips-history/1');

    await expect.element(page.getByText(t('work.unknown'))).toBeVisible();
  });

  test('offer nothing of it where the operator withholds it', async () => {
    signIn({ permissions: { trips: ['card-trips-history-table'] } });
    await openPortal('/card/trips-history/1');

    await expect.element(page.getByText('Harbour → Hill')).toBeVisible();
    expect(button(t('work.choose')).elements()).toEqual([]);
    expect(server.received('listWorkTrips')).toEqual([]);
  });
});

test('the details of a trip mark it by one of two clicks, and then offer the contrary', async () => {
  const { answer, give } = held(null);
  server.answer('markWorkTrips', async () => {
    await answer();
    forWork = [second];
    return null;
  });
  await openPortal(`/card/trips-history/1?open=${second}`);

  await button(t('work.mark')).dblClick();
  give();

  await expect.element(button(t('work.unmark'))).toBeVisible();
  await expect.poll(rows).toBe(1);
  const { startedAt } = trips[1] ?? {};
  expect(sent()).toEqual([{ forWork: [second], notForWork: [], from: startedAt, to: startedAt }]);
});

test('the rule of a card is turned on in its view, and stands as it was where that fails', async () => {
  server.answer('getCard', () => buildCardOverview({ card: buildCard({ id: 1 }) }));
  server.answer('changeWorkRule', () => ({ since: '2026-11-20T15:30:00Z' }));
  await openPortal('/card?id=1');
  const rule = () => page.getByRole('checkbox', { name: t('work.rule') });
  await expect.element(rule()).not.toBeChecked();

  await rule().click();
  await expect.element(page.getByText(t('work.ruleOn'))).toBeVisible();
  await expect.element(rule()).toBeChecked();

  server.answer('getWorkRule', () => ({ since: '2026-11-20T15:30:00Z' }));
  server.answer('changeWorkRule', refuse('unavailable'));
  await rule().click();
  await expect.element(page.getByText(t('work.ruleFailed'))).toBeVisible();
  await expect.element(rule()).toBeChecked();
  expect(server.received('changeWorkRule').map(({ body }) => body)).toEqual([{ isOn: true }, { isOn: false }]);
});

test('a document of only the trips for work is asked for with one box', async () => {
  server.answer('downloadTravelProof', refuse('no_trips_for_work'));
  await openPortal('/card/trips-history/1');
  await button(t('travelproof.title')).click();
  const proof = page.getByRole('dialog', { name: t('travelproof.title') });

  await proof.getByRole('checkbox', { name: t('work.only') }).click();
  await proof.getByRole('button', { name: t('travelstatement.download') }).click();

  await expect.element(proof.getByText(t('errors.no_trips_for_work')).first()).toBeVisible();
  expect(server.received('downloadTravelProof').map(({ query }) => query.only)).toEqual(['work']);
});
