import { beforeEach, describe, expect, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { refuse, server } from '../../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../../test/render.tsx';
import { buildCard, buildCardList, buildCardOverview } from '../../../../test/travel-fixtures.ts';

const successorId = '0b7f6a52-6f5e-4a6c-9d3e-2b1f6f0c9981';
const offered = buildCard({ id: 1, name: 'Blue', replacement: { id: successorId, scheme: 'visa', lastFour: '9981' } });
const replaced = buildCard({ id: 1, name: 'Blue', lastFour: '9981' });

beforeEach(() => {
  signIn();
  server.answer('getSpend', () => ({ currencies: [] }));
  server.answer('listProducts', () => ({ items: [], nextCursor: null }));
  server.answer('listCards', () => buildCardList([offered]));
  server.answer('getCard', () => buildCardOverview({ card: offered }));
});

/** Presses the button of the offer, and then the button of the question. */
async function confirmReplacement(): Promise<RenderResult> {
  const { screen } = await openPortal('/card?id=1');
  const name = t('replacement.confirm');
  await screen.getByRole('button', { name }).click();
  await screen.getByRole('dialog').getByRole('button', { name }).click();
  return screen;
}

describe('a card that the bank has replaced', () => {
  test.each(['/', '/card', '/card?id=1'])('offers to continue with the new one by its number (%s)', async (address) => {
    const { screen } = await openPortal(address);

    await expect.element(screen.getByText(t('replacement.title', { card: 'Blue' }))).toBeVisible();
    await expect.element(screen.getByText(t('replacement.text', { digits: '9981' }))).toBeVisible();
  });

  test('becomes the offered new one after one confirmation', async () => {
    const confirmed: unknown[] = [];
    server.answer('replaceCard', ({ query }) => {
      confirmed.push(query.successorId);
      server.answer('listCards', () => buildCardList([replaced]));
      server.answer('getCard', () => buildCardOverview({ card: replaced }));
      return null;
    });

    const screen = await confirmReplacement();

    await expect.element(screen.getByRole('status').getByText(t('replacement.done', { card: 'Blue' }))).toBeVisible();
    await expect.element(screen.getByText(t('replacement.title', { card: 'Blue' }))).not.toBeInTheDocument();
    expect(confirmed).toEqual([successorId]);
  });

  test('shows why it could not be replaced', async () => {
    server.answer('replaceCard', refuse('xtat_number_not_unique'));

    const screen = await confirmReplacement();

    await expect.element(screen.getByText(t('replacement.failed'))).toBeVisible();
    await expect.element(screen.getByText(t('errors.xtat_number_not_unique'))).toBeVisible();
  });

  test('offers the new one without a number if none is known', async () => {
    const unknown = buildCard({ id: 1, name: 'Blue', replacement: { id: successorId, scheme: null, lastFour: null } });
    server.answer('listCards', () => buildCardList([unknown]));
    const { screen } = await openPortal('/card');

    await expect.element(screen.getByText(t('replacement.textUnknown'))).toBeVisible();
  });
});
