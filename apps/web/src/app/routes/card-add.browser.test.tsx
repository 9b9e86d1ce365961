import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refuse, server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';

async function addCard(): Promise<void> {
  await userEvent.fill(page.getByLabelText(t('common.statementReference')), 'ABCD1234EFGH56');
  await userEvent.fill(page.getByRole('textbox', { name: /amount/i }), '7.40');
  await userEvent.fill(page.getByLabelText(t('cards.nameLabel')), 'Blue');
  await userEvent.click(page.getByRole('button', { name: t('cards.addSubmit') }));
}

test('adding one’s own card again leads to the card, and frightens nobody', async () => {
  signIn();
  server.answer('linkCard', refuse('card_already_yours', { cardId: 7 }));
  await openPortal('/card/add');

  await addCard();

  await expect.element(page.getByText('This card is already in your account.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open this card' })).toHaveAttribute('href', '/card?id=7');
  expect(page.getByText('another account').elements()).toEqual([]);
});

test('a card of another account is said to be that, with the ways out there are [CARD-06]', async () => {
  signIn();
  server.answer('linkCard', refuse('xtat_number_not_unique'));
  await openPortal('/card/add');

  await addCard();

  const refusal = /^This card is already assigned to another account\..* sign in to it.* contact us\.$/;
  await expect.element(page.getByText(refusal)).toBeVisible();
});
