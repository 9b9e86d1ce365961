import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { held, refuse, server, traceId } from '../../../test/fake-server.ts';
import { openPortal, t } from '../../../test/render.tsx';
import {
  buildCardList,
  buildCardOverview,
  buildPayment,
  buildProduct,
  buildRefusedCard,
  buildTrip,
} from '../../../test/travel-fixtures.ts';
import { twoCards } from '../../../test/two-cards.ts';

const { everyday, watch } = twoCards();

test.each(['/card/1', '/nowhere'])('%s does not exist, and the page says so in one frame', async (address) => {
  const { screen } = await openPortal(address);

  await expect.element(screen.getByRole('heading', { level: 1, name: t('nav.notFoundTitle') })).toBeVisible();
  expect(screen.getByRole('main').elements()).toHaveLength(1);
});

describe('the list of cards', () => {
  test('shows that it loads, then shows the cards [HIST-12]', async () => {
    const answer = held(buildCardList([everyday, watch]));
    server.answer('listCards', answer.answer);
    const { screen } = await openPortal('/card');

    await expect.element(screen.getByText(t('common.loading')).first()).toBeInTheDocument();
    answer.give();

    await expect.element(screen.getByRole('link', { name: 'My watch' })).toBeVisible();
    expect(screen.getByText(t('common.loading')).elements()).toHaveLength(0);
  });

  test.each([360, 1280])('leaves places of the size of a card while it loads, at %i px', async (width) => {
    await page.viewport(width, 800);
    const answer = held(buildCardList([everyday, watch]));
    server.answer('listCards', answer.answer);
    const { screen } = await openPortal('/card');
    const sizeOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON();
    await expect.poll(() => sizeOf('[data-coming] > :nth-child(2)')).toBeTruthy();
    const place = sizeOf('[data-coming] > :nth-child(2)');

    answer.give();
    await expect.element(screen.getByRole('link', { name: 'My watch' })).toBeVisible();

    const card = sizeOf('main li');
    for (const side of ['left', 'top', 'width'] as const) expect(card[side]).toBeCloseTo(place[side], 0);
    expect(Math.abs(card.height - place.height)).toBeLessThan(60);
  });

  test('that is empty says so and leads to the first card [HIST-12]', async () => {
    server.answer('listCards', () => buildCardList([]));
    const { screen } = await openPortal('/card');

    await expect.element(screen.getByRole('heading', { name: t('cards.noneTitle') })).toBeVisible();
    await expect.element(screen.getByText(t('cards.noneText'))).toBeVisible();
    expect(
      screen
        .getByRole('main')
        .getByRole('link', { name: t('cards.add') })
        .elements(),
    ).toHaveLength(1);
  });

  test('that could not be loaded says so and can be loaded again [HIST-12]', async () => {
    server.answer('listCards', refuse('0107'));
    const { screen } = await openPortal('/card');

    await expect.element(screen.getByText(t('common.loadFailure'))).toBeVisible();
    server.answer('listCards', () => buildCardList([everyday, watch]));
    await screen.getByRole('button', { name: t('common.retry') }).click();

    await expect.element(screen.getByRole('link', { name: 'My watch' })).toBeVisible();
  });
});

test.each(['abc', '1.5', '-1'])('an address that names no card (%s) shows them all', async (id) => {
  const { screen } = await openPortal(`/card?id=${id}`);

  await expect.element(screen.getByRole('link', { name: 'My watch' })).toBeVisible();
});

describe('renaming', () => {
  test('sends the new name, says so, and shows it [CARD-10]', async () => {
    server.answer('renameCard', () => null);
    const { screen } = await openPortal('/card?id=1');
    await screen.getByRole('button', { name: t('common.rename') }).click();
    const name = screen.getByRole('textbox', { name: t('cards.nameLabel') });
    await expect.element(name).toHaveValue('Everyday card');

    await name.fill('Work');
    server.answer('getCard', () => buildCardOverview({ card: { ...everyday, name: 'Work' } }));
    await screen.getByRole('button', { name: t('common.save') }).click();

    await expect.element(screen.getByRole('heading', { level: 1, name: 'Work' })).toBeVisible();
    await expect.element(screen.getByRole('status').getByText(t('cards.renameDone', { card: 'Work' }))).toBeVisible();
    expect(server.received('renameCard')[0]).toMatchObject({ params: { cardId: '1' }, body: { name: 'Work' } });
  });

  test.each(['user_card_name_not_unique', 'card_name_is_card_number'] as const)(
    'shows at the name why it is refused (%s), and keeps what was typed',
    async (code) => {
      server.answer('renameCard', refuse(code));
      const { screen } = await openPortal('/card?id=1');
      await screen.getByRole('button', { name: t('common.rename') }).click();
      const name = screen.getByRole('textbox', { name: t('cards.nameLabel') });

      await name.fill('Taken');
      await screen.getByRole('button', { name: t('common.save') }).click();

      await expect.element(name).toHaveAccessibleDescription(expect.stringContaining(t(`errors.${code}`)));
      await expect.element(name).toHaveValue('Taken');
      await expect.element(name).toHaveFocus();
    },
  );
});

test('shows the trips, payments and products of the last week, each list with a link to all of them [CARD-11]', async () => {
  const five = [1, 2, 3, 4, 5];
  const overview = buildCardOverview({
    card: everyday,
    trips: five.map((day) => buildTrip({ from: `Stop ${day}` })),
    payments: five.map((day) => buildPayment({ srid: `7K2M4Q9T1XB5Z${day}` })),
    products: five.map((day) => buildProduct({ name: `Pass ${day}` })),
  });
  server.answer('getCard', () => overview);
  const { screen } = await openPortal('/card?id=1');

  for (const [heading, more, path] of [
    [t('cards.tripsHeading'), t('cards.tripsMore'), '/card/trips-history/1'],
    [t('cards.paymentsHeading'), t('cards.paymentsMore'), '/card/payments-history/1'],
    [t('cards.productsHeading'), t('cards.productsMore'), '/card/products-history/1'],
  ] as const) {
    const list = screen.getByRole('region', { name: heading });
    await expect.element(list.getByRole('listitem').nth(4)).toBeVisible();
    expect(list.getByRole('listitem').elements()).toHaveLength(5);
    await expect.element(list.getByRole('link', { name: more })).toHaveAttribute('href', expect.stringContaining(path));
  }
});

test('a card that could not be loaded shows the trace id and can be loaded again', async () => {
  server.answer('getCard', refuse('TM0001'));
  const { screen } = await openPortal('/card?id=1');

  await expect.element(screen.getByRole('alert').getByText(t('common.traceId', { id: traceId }))).toBeVisible();
  server.answer('getCard', () => buildCardOverview({ card: everyday }));
  await screen.getByRole('button', { name: t('common.retry') }).click();

  await expect.element(screen.getByRole('heading', { level: 1, name: 'Everyday card' })).toBeVisible();
});

test('shows kind, state, masked number, link, debt and access of a card [CARD-01]', async () => {
  // Linked on the evening before, where the operator is.
  const linkedAt = '2026-11-02T03:00:00Z';
  const refused = buildRefusedCard({ id: 1, name: 'Everyday card', lastFour: '4242', status: 'lost', linkedAt });
  server.answer('listCards', () => buildCardList([refused, watch]));
  server.answer('getCard', ({ params }) => buildCardOverview({ card: params.cardId === '1' ? refused : watch }));
  const facts = async (address: string) => {
    const { screen } = await openPortal(address);
    const about = screen.getByRole('region', { name: t('cards.factsHeading') });
    await expect.element(about).toBeVisible();
    const terms = about
      .getByRole('term')
      .elements()
      .map((term) => term.textContent);
    const values = about
      .getByRole('definition')
      .elements()
      .map((value) => value.textContent);
    await screen.unmount();
    return Object.fromEntries(terms.map((term, place) => [term, values[place]]));
  };
  const { screen: list } = await openPortal('/card');
  const tile = list.getByRole('main').getByRole('listitem').nth(0);
  const blocked = t('cards.stateBlocked', { amount: '$7.50', date: '2026/11/13' });
  await expect.element(tile.getByText(blocked)).toBeVisible();
  for (const [index, kind] of (['plastic', 'watch'] as const).entries()) {
    const place = list.getByRole('main').getByRole('listitem').nth(index);
    await expect.element(place.getByText(t(`common.mediumType.${kind}`), { exact: true })).toBeInTheDocument();
  }
  await expect.element(tile.getByText(/4242$/).first()).toBeVisible();
  await expect.element(tile.getByRole('link', { name: 'Everyday card' })).toHaveAccessibleDescription(blocked);
  await list.unmount();

  const first = await facts('/card?id=1');
  const second = await facts('/card?id=2');

  expect(first).toMatchObject({
    [t('cards.factKind')]: 'Visa · Card',
    [t('cards.factNumber')]: expect.stringContaining('4242'),
    [t('cards.factStatus')]: t('common.cardStatus.lost'),
    [t('cards.factAccess')]: t('common.accessStatus.denied'),
    [t('cards.factDebt')]: t('cards.debtOwed', { amount: '$7.50', date: '2026/11/13' }),
    [t('cards.factLinked')]: t('cards.factLinkedSince', { date: '2026/11/01' }),
  });
  expect(second).toMatchObject({
    [t('cards.factKind')]: 'Mastercard · Watch',
    [t('cards.factStatus')]: t('common.cardStatus.active'),
    [t('cards.factAccess')]: t('common.accessStatus.granted'),
    [t('cards.factDebt')]: t('common.none'),
  });
});

test('does not call a fare unpaid after the bank has paid it, although readers do not know it yet [CARD-01]', async () => {
  const paid = buildRefusedCard({ id: 1, name: 'Everyday card' });
  const debt = paid.debt && { ...paid.debt, state: 'unblocking' as const };
  server.answer('listCards', () => buildCardList([{ ...paid, debt }, watch]));
  server.answer('getCard', () => buildCardOverview({ card: { ...paid, debt } }));
  server.answer('listDebts', () => ({ items: [] }));
  const { screen } = await openPortal('/card?id=1');

  const about = screen.getByRole('region', { name: t('cards.factsHeading') });
  await expect.element(about.getByText(t('common.accessStatus.denied'))).toBeVisible();
  await expect.element(about.getByText(t('common.none'))).toBeVisible();
  await expect.element(screen.getByText(t('cards.stateSettling')).first()).toBeVisible();
});
