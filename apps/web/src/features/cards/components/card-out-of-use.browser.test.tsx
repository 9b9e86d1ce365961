import { beforeEach, expect, test } from 'vitest';
import { server } from '../../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../../test/render.tsx';
import { buildCard, buildCardList, buildCardOverview } from '../../../../test/travel-fixtures.ts';

beforeEach(() => {
  signIn();
});

async function openCard(wishes: Parameters<typeof buildCard>[0]) {
  const card = buildCard({ id: 1, ...wishes });
  server.answer('listCards', () => buildCardList([card]));
  server.answer('getCard', () => buildCardOverview({ card }));
  return (await openPortal('/card?id=1')).screen;
}

test.each([
  ['lost', 'cards.stateLost'],
  ['card_dead', 'cards.stateDead'],
] as const)('a card that is %s says what to do now, and leads to the new card', async (status, title) => {
  const screen = await openCard({ status, accessStatus: 'denied' });
  const advice = screen.getByRole('region', { name: t(title) });

  await expect.element(advice.getByText(`${t('cards.outOfUse')} ${t('cards.outOfUseAdd')}`)).toBeVisible();
  await expect.element(advice.getByRole('link', { name: t('cards.add') })).toHaveAttribute('href', '/card/add');
});

test('a lost card mentions no new card where cards cannot be added', async () => {
  signIn({ permissions: { any: ['passenger-area', 'card'] } });
  const screen = await openCard({ status: 'lost', accessStatus: 'denied' });
  const advice = screen.getByRole('region', { name: t('cards.stateLost') });

  await expect.element(advice.getByText(t('cards.outOfUse'), { exact: true })).toBeVisible();
});

test('a card that readers refuse although nothing is unpaid says whom to ask', async () => {
  signIn({}, { contacts: { en_CA: { phone: '1 705 555-0142' } } });
  const screen = await openCard({ accessStatus: 'denied' });
  const advice = screen.getByRole('region', { name: t('cards.stateDenied') });

  const words = `${t('cards.deniedText')} ${t('common.contactPhone', { phone: '1 705 555-0142' })}`;
  await expect.element(advice.getByText(words)).toBeVisible();
  await expect.element(advice.getByRole('link')).toHaveAttribute('href', 'tel:17055550142');
});

test('a card in use gets no such advice', async () => {
  const screen = await openCard({});

  await expect.element(screen.getByText(t('cards.stateReady')).first()).toBeVisible();
  expect(screen.getByText(t('cards.outOfUse')).elements()).toEqual([]);
});
