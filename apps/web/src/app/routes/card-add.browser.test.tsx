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

test('who claims a taken card need not type the first line again, and the address remembers the step', async () => {
  signIn();
  server.answer('linkCard', refuse('xtat_number_not_unique'));
  const { router } = await openPortal('/card/add');
  await addCard();

  await userEvent.click(page.getByRole('button', { name: t('claims.title') }));

  const heading = page.getByRole('heading', { level: 1, name: t('claims.title') });
  await expect.element(heading).toHaveFocus();
  const first = page.getByRole('group', { name: t('claims.lineFirst') });
  await expect.element(first.getByLabelText(t('common.statementReference'))).toHaveValue('ABCD1234EFGH56');
  await expect.element(first.getByRole('textbox', { name: /amount/i })).toHaveValue('7.40');
  await expect.element(page.getByLabelText(t('cards.nameLabel'))).toHaveValue('Blue');
  expect(router.state.location.search).toEqual({ step: 'claim' });
});

test('the address of a claim leads to its form', async () => {
  signIn();
  await openPortal('/card/add?step=claim');

  await expect.element(page.getByRole('heading', { level: 1, name: t('claims.title') })).toBeVisible();
});
