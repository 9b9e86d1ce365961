import type { ClaimedCard } from '@tapfolio/contracts/card-claims.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { held, refuse, server, traceId } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildCardOverview,
  buildPayment,
  buildProduct,
  buildRefusedCard,
  buildTrip,
} from '../../../test/travel-fixtures.ts';

const everyday = buildCard({ id: 1, name: 'Everyday card' });
const watch = buildCard({ id: 2, name: 'My watch', mediumType: 'watch', scheme: 'mastercard', lastFour: '0044' });

beforeEach(() => {
  signIn();
  server.answer('listCards', () => buildCardList([everyday, watch]));
  server.answer('getCard', ({ params }) => buildCardOverview({ card: params.cardId === '1' ? everyday : watch }));
});

test.each(['/card/1', '/nowhere'])('%s is no page, and says so in one frame', async (address) => {
  const { screen } = await openPortal(address);

  await expect.element(screen.getByRole('heading', { level: 1, name: t('nav.notFoundTitle') })).toBeVisible();
  expect(screen.getByRole('main').elements()).toHaveLength(1);
});

describe('the list of cards', () => {
  test('is said to load, then shows the cards [HIST-12]', async () => {
    const answer = held(buildCardList([everyday, watch]));
    server.answer('listCards', answer.answer);
    const { screen } = await openPortal('/card');

    await expect.element(screen.getByText(t('common.loading')).first()).toBeInTheDocument();
    answer.give();

    await expect.element(screen.getByRole('link', { name: 'My watch' })).toBeVisible();
    expect(screen.getByText(t('common.loading')).elements()).toHaveLength(0);
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

  test('that could not be loaded says so and can be asked for again [HIST-12]', async () => {
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

describe('unlinking', () => {
  const claimOfEveryday: ClaimedCard = {
    ...{ id: '01900000-0000-7000-8000-000000000001', cardName: 'Everyday card', cardId: 1, state: 'open' },
    ...{ claimedAt: '2026-03-02T12:00:00Z', objectUntil: '2026-03-09T12:00:00Z', endedAt: null },
  };

  test('says what to do instead when another tab has just unlinked the other cards', async () => {
    server.answer('unlinkCard', refuse('card_last_cannot_be_unlinked'));
    const { screen } = await openPortal('/card?id=1');
    await screen.getByRole('button', { name: t('cards.unlink') }).click();
    server.answer('listCards', () => buildCardList([everyday]));

    await screen
      .getByRole('dialog')
      .getByRole('button', { name: t('cards.unlink') })
      .click();

    const dialog = screen.getByRole('dialog', { name: t('cards.unlinkLastTitle', { card: 'Everyday card' }) });
    await expect.element(dialog.getByText(t('cards.unlinkLastText'))).toBeVisible();
  });

  test('asks first, says in the dialog that it failed, and after success says so and leads to the other cards [CARD-08]', async () => {
    server.answer('unlinkCard', refuse('TM0001'));
    const { screen, router } = await openPortal('/card?id=1');

    await screen.getByRole('button', { name: t('cards.unlink') }).click();
    const dialog = screen.getByRole('dialog', { name: t('cards.unlinkTitle', { card: 'Everyday card' }) });
    await expect.element(dialog.getByText(t('cards.unlinkText'))).toBeVisible();
    expect(server.received('unlinkCard')).toHaveLength(0);
    await dialog.getByRole('button', { name: t('cards.unlink') }).click();
    const failure = dialog.getByRole('alert');
    await expect.element(failure.getByText(t('cards.unlinkFailed'))).toBeVisible();
    await expect.element(failure.getByText(t('common.traceId', { id: traceId }))).toBeVisible();
    server.answer('unlinkCard', () => null);
    server.answer('listCards', () => buildCardList([watch]));
    await dialog.getByRole('button', { name: t('cards.unlink') }).click();

    const success = t('cards.unlinkDone', { card: 'Everyday card' });
    await expect.element(screen.getByRole('status').getByText(success)).toBeVisible();
    await expect.element(screen.getByRole('heading', { level: 1, name: t('cards.title') })).toBeVisible();
    expect(server.received('unlinkCard').map(({ params }) => params)).toEqual([{ cardId: '1' }, { cardId: '1' }]);
    expect(router.latestLocation.search).toEqual({});
  });

  test('takes the claim of the card off the page as well', async () => {
    server.answer('listCardClaims', () => ({ own: [], claimed: [claimOfEveryday] }));
    server.answer('unlinkCard', () => {
      server.answer('listCards', () => buildCardList([watch]));
      server.answer('listCardClaims', () => ({ own: [], claimed: [] }));
      return null;
    });
    const { screen } = await openPortal('/card?id=1');
    const notice = screen.getByRole('region', { name: t('claims.againstTitle', { card: 'Everyday card' }) });
    await expect.element(notice).toBeVisible();
    await screen.getByRole('button', { name: t('cards.unlink') }).click();

    await screen
      .getByRole('dialog')
      .getByRole('button', { name: t('cards.unlink') })
      .click();

    await expect.element(screen.getByRole('heading', { level: 1, name: t('cards.title') })).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
  });

  test.each([
    [1, 'claims.unlinkText'],
    [2, 'cards.unlinkText'],
  ] as const)('says what becomes of the card, while card 1 is claimed (card %i)', async (card, words) => {
    server.answer('listCardClaims', () => ({ own: [], claimed: [claimOfEveryday] }));
    const { screen } = await openPortal(`/card?id=${card}`);

    await screen.getByRole('button', { name: t('cards.unlink') }).click();

    await expect.element(screen.getByRole('dialog').getByRole('paragraph')).toHaveTextContent(t(words));
  });

  test('is done when the card is gone already, unlinked by another tab or by a try whose answer was lost', async () => {
    server.answer('unlinkCard', refuse('unavailable'));
    const { screen } = await openPortal('/card?id=1');
    await screen.getByRole('button', { name: t('cards.unlink') }).click();
    const dialog = screen.getByRole('dialog', { name: t('cards.unlinkTitle', { card: 'Everyday card' }) });
    server.answer('listCards', () => buildCardList([watch]));
    await dialog.getByRole('button', { name: t('cards.unlink') }).click();
    await expect.element(dialog.getByText(t('cards.unlinkFailed'))).toBeVisible();

    server.answer('unlinkCard', refuse('TM0108'));
    await dialog.getByRole('button', { name: t('cards.unlink') }).click();

    const success = t('cards.unlinkDone', { card: 'Everyday card' });
    await expect.element(screen.getByRole('status').getByText(success)).toBeVisible();
    await expect.element(screen.getByRole('heading', { level: 1, name: t('cards.title') })).toBeVisible();
  });

  test('that is done after the passenger went back is told, and leaves them there', async () => {
    const late = held(null);
    server.answer('unlinkCard', late.answer);
    const { router, screen } = await openPortal('/card?id=2');
    await router.navigate({ to: pathOf('card'), search: { id: 1 } });
    await screen.getByRole('button', { name: t('cards.unlink') }).click();
    const dialog = screen.getByRole('dialog', { name: t('cards.unlinkTitle', { card: 'Everyday card' }) });
    await dialog.getByRole('button', { name: t('cards.unlink') }).click();
    router.history.back();
    const heading = screen.getByRole('heading', { level: 1, name: 'My watch' });
    await expect.element(heading).toBeVisible();
    server.answer('listCards', () => buildCardList([watch]));

    late.give();

    const success = t('cards.unlinkDone', { card: 'Everyday card' });
    await expect.element(screen.getByRole('status').getByText(success)).toBeVisible();
    expect(router.latestLocation.search).toEqual({ id: 2 });
  });

  test('tells of the only card that it stays, and that deleting the account is the way out [CARD-09]', async () => {
    server.answer('listCards', () => buildCardList([everyday]));
    const { screen } = await openPortal('/card?id=1');

    await screen.getByRole('button', { name: t('cards.unlink') }).click();

    const dialog = screen.getByRole('dialog', { name: t('cards.unlinkLastTitle', { card: 'Everyday card' }) });
    await expect.element(dialog.getByText(/delete your account/)).toBeVisible();
    await expect
      .element(dialog.getByRole('link', { name: t('cards.toAccount') }))
      .toHaveAttribute('href', '/account/edit');
    expect(dialog.getByRole('button', { name: t('cards.unlink') }).elements()).toHaveLength(0);
  });
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
    'says beside the name that it is refused (%s), and keeps what was typed',
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

test('shows at most five trips, payments and products, each with the way to all of them [CARD-11]', async () => {
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

test('says that a card could not be loaded, with the trace id and a way to try again', async () => {
  server.answer('getCard', refuse('TM0001'));
  const { screen } = await openPortal('/card?id=1');

  await expect.element(screen.getByRole('alert').getByText(t('common.traceId', { id: traceId }))).toBeVisible();
  server.answer('getCard', () => buildCardOverview({ card: everyday }));
  await screen.getByRole('button', { name: t('common.retry') }).click();

  await expect.element(screen.getByRole('heading', { level: 1, name: 'Everyday card' })).toBeVisible();
});

test('tells of a card its kind, state, masked number, link, debt and access [CARD-01]', async () => {
  const refused = buildRefusedCard({ id: 1, name: 'Everyday card', lastFour: '4242', status: 'lost' });
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

test('calls nothing unpaid that the bank has paid, while the readers do not know it yet [CARD-01]', async () => {
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
