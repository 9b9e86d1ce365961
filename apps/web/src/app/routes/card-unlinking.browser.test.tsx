import type { ClaimedCard } from '@tapfolio/contracts/card-claims.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, refuse, server, traceId } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCardList, buildCardOverview, buildRefusedCard, buildTrip } from '../../../test/travel-fixtures.ts';
import { twoCards } from '../../../test/two-cards.ts';

const { everyday, watch } = twoCards();
const outOfUse = { accessStatus: 'denied' as const };

describe('unlinking', () => {
  const claimOfEveryday: ClaimedCard = {
    ...{ id: '01900000-0000-7000-8000-000000000001', cardName: 'Everyday card', cardId: 1, state: 'open' },
    ...{ claimedAt: '2026-03-02T12:00:00Z', objectUntil: '2026-03-09T12:00:00Z', endedAt: null },
  };

  test('says what to do instead if another tab has just unlinked the other cards', async () => {
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

  test('asks first, shows a failure in the dialog, and after success says so and leads to the other cards [CARD-08]', async () => {
    server.answer('unlinkCard', refuse('TM0001'));
    const { screen, router } = await openPortal('/card?id=1');

    await screen.getByRole('button', { name: t('cards.unlink') }).click();
    const dialog = screen.getByRole('dialog', { name: t('cards.unlinkTitle', { card: 'Everyday card' }) });
    await expect.element(dialog.getByText(t('cards.unlinkText'))).toBeVisible();
    await expect.element(dialog.getByText(t('cards.unlinkAgain'))).toBeVisible();
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

  test('is announced once', async () => {
    server.answer('unlinkCard', () => null);
    const { screen } = await openPortal('/card?id=1');
    await screen.getByRole('button', { name: t('cards.unlink') }).click();
    const done = t('cards.unlinkDone', { card: 'Everyday card' });
    let announced = 0;
    const observer = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof HTMLElement);
      // biome-ignore lint/performance/useDomNodeTextContent: the visible text
      announced += added.filter((node) => node.innerText === done && node.closest('[role=status]')).length;
    });
    observer.observe(document.body, { childList: true, subtree: true });
    onTestFinished(() => observer.disconnect());

    await screen
      .getByRole('dialog')
      .getByRole('button', { name: t('cards.unlink') })
      .click();

    await expect.element(screen.getByRole('heading', { level: 1, name: t('cards.title') })).toBeVisible();
    await expect.element(screen.getByRole('status').getByText(done)).toBeVisible();
    expect(announced).toBe(1);
  });

  test('removes the claim of the card from the page too', async () => {
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

    await expect.element(screen.getByRole('dialog').getByRole('paragraph').first()).toHaveTextContent(t(words));
  });

  test.each([
    ['that readers accept', everyday, ['cards.unlinkText', 'cards.unlinkAccepted', 'cards.unlinkAgain']],
    ['that is lost', { ...everyday, ...outOfUse, status: 'lost' as const }, ['cards.unlinkText', 'cards.unlinkAgain']],
    ['that readers refuse', { ...everyday, ...outOfUse }, ['cards.unlinkText', 'cards.unlinkAgain']],
    [
      'with an unpaid fare',
      buildRefusedCard({ id: 1, name: 'Everyday card' }),
      ['cards.unlinkText', 'cards.unlinkOwed', 'cards.unlinkAgain'],
    ],
  ] as const)('promises of a card %s only what will be true', async (_, card, words) => {
    server.answer('getCard', () => buildCardOverview({ card }));
    const { screen } = await openPortal('/card?id=1');

    await screen.getByRole('button', { name: t('cards.unlink') }).click();

    const paragraphs = screen.getByRole('dialog').getByRole('paragraph');
    await expect.element(paragraphs.first()).toBeVisible();
    expect(paragraphs.elements().map(({ textContent }) => textContent)).toEqual(words.map((key) => t(key)));
  });

  test('succeeds also if another tab or an earlier try without an answer has unlinked the card', async () => {
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

  test('in another tab is found out by a rename, and the screen then says that the card is not there', async () => {
    server.answer('renameCard', refuse('TM0108'));
    const { screen } = await openPortal('/card?id=1');
    await screen.getByRole('button', { name: t('common.rename') }).click();
    server.answer('getCard', refuse('TM0108'));
    server.answer('listCards', () => buildCardList([watch]));
    // A dialog that has just opened takes no key that was meant for what was there before.
    await expect.element(screen.getByRole('dialog').getByRole('textbox')).toHaveFocus();

    await userEvent.keyboard('{Enter}');

    await expect.element(screen.getByRole('heading', { name: t('cards.notFoundTitle') })).toBeVisible();
    await expect.element(screen.getByRole('heading', { level: 1, name: t('common.card') })).toBeVisible();
    await expect.element(screen.getByText(t('cards.renameFailed'))).toBeVisible();
    expect(screen.getByText(t('common.outdated')).elements()).toEqual([]);
  });

  test('in another tab is noticed by an open list as soon as one of its rows cannot be loaded', async () => {
    server.answer('listTrips', () => ({ items: [buildTrip()], days: [], nextCursor: null }));
    const { screen } = await openPortal('/card/trips-history/1');
    await page.viewport(1280, 900);
    const opener = screen.getByRole('button', { name: /^Details: / });
    await expect.element(opener).toBeVisible();
    server.answer('listCards', () => buildCardList([watch]));
    server.answer('getTrip', refuse('TM0108'));

    await opener.click();

    await expect.element(screen.getByText(t('cards.notFoundTitle'))).toBeVisible();
  });

  test('that ends after the passenger went back shows a notice, and leaves them there', async () => {
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

  test('says that the only card stays, and that deleting the account would remove it [CARD-09]', async () => {
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

  describe.each(['card-add', 'card-add.link'])('if of adding a card only %s is offered', (offered) => {
    beforeEach(() => {
      signIn({ permissions: { any: ['card', 'card.unlink', 'account-edit', 'account-edit.close', offered] } });
    });

    test('does not promise that the card can be added again', async () => {
      const { screen } = await openPortal('/card?id=1');

      await screen.getByRole('button', { name: t('cards.unlink') }).click();

      await expect.element(screen.getByText(t('cards.unlinkText'))).toBeVisible();
      expect(screen.getByText(t('cards.unlinkAgain')).elements()).toHaveLength(0);
    });

    test('does not advise to add another card before the only one is unlinked', async () => {
      server.answer('listCards', () => buildCardList([everyday]));
      const { screen } = await openPortal('/card?id=1');

      await screen.getByRole('button', { name: t('cards.unlink') }).click();

      await expect.element(screen.getByText(t('cards.unlinkLastLeave'))).toBeVisible();
      expect(screen.getByRole('link', { name: t('cards.addAnother') }).elements()).toHaveLength(0);
    });
  });

  test.each(['account-edit', 'account-edit.close'])(
    'says whom to ask about the only card if only %s is offered, and not the deletion of the account',
    async (offered) => {
      const contacts = { en_CA: { phone: '1 705 555-0142' } };
      signIn({ permissions: { any: ['card', 'card.unlink', 'card-add', 'card-add.link', offered] } }, { contacts });
      server.answer('listCards', () => buildCardList([everyday]));
      const { screen } = await openPortal('/card?id=1');

      await screen.getByRole('button', { name: t('cards.unlink') }).click();

      const dialog = screen.getByRole('dialog', { name: t('cards.unlinkLastTitle', { card: 'Everyday card' }) });
      await expect.element(dialog.getByText(/contact customer service/)).toBeVisible();
      await expect
        .element(dialog.getByRole('link', { name: t('common.contactPhone', { phone: '1 705 555-0142' }) }))
        .toHaveAttribute('href', 'tel:17055550142');
      expect(dialog.getByText(/delete your account/).elements()).toHaveLength(0);
      expect(dialog.getByRole('link', { name: t('cards.toAccount') }).elements()).toHaveLength(0);
    },
  );

  test('never advises to delete the account where that is withheld, also if another tab was faster', async () => {
    signIn({ permissions: { any: ['card', 'card.unlink', 'card-add', 'card-add.link', 'account-edit'] } });
    server.answer('unlinkCard', refuse('card_last_cannot_be_unlinked'));
    const { screen } = await openPortal('/card?id=1');
    await screen.getByRole('button', { name: t('cards.unlink') }).click();
    server.answer('listCards', () => buildCardList([everyday]));

    await screen
      .getByRole('dialog')
      .getByRole('button', { name: t('cards.unlink') })
      .click();

    // In the notice and in the dialog that takes the place of the question.
    await expect.element(screen.getByText(t('cards.unlinkLastAsk')).nth(1)).toBeInTheDocument();
    expect(screen.getByText(/delete your account/).elements()).toHaveLength(0);
  });
});
