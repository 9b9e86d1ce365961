import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refuse, server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList } from '../../../test/travel-fixtures.ts';

// The operator offers no screen of single cards.
beforeEach(() => {
  signIn({ permissions: { any: ['passenger-area', 'card-add', 'card-add.link'] } });
  server.answer('listCards', () => buildCardList([buildCard({ id: 7, name: 'Blue' })]));
});

async function addCard(): Promise<void> {
  await openPortal('/card/add');
  await userEvent.fill(page.getByLabelText(t('common.statementReference')), 'ABCD1234EFGH56');
  await userEvent.fill(page.getByRole('textbox', { name: /amount/i }), '7.40');
  await userEvent.fill(page.getByLabelText(t('cards.nameLabel')), 'Blue');
  await userEvent.click(page.getByRole('button', { name: t('cards.addSubmit') }));
}

test('a card that was added is shown at home', async () => {
  server.answer('linkCard', () => ({ id: 7 }));
  await addCard();

  await expect.element(page.getByRole('status').getByText(t('cards.addDone', { card: 'Blue' }))).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: t('nav.home') })).toBeVisible();
});

test('a card that is in the account already is no link', async () => {
  server.answer('linkCard', refuse('card_already_yours', { cardId: 7 }));
  await addCard();

  await expect.element(page.getByText(t('errors.card_already_yours'))).toBeVisible();
  expect(page.getByRole('link', { name: t('cards.addOpenOwn') }).elements()).toHaveLength(0);
});
