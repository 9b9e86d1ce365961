import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildCardOverview,
  buildPayment,
  buildPaymentDetail,
} from '../../test/travel-fixtures.ts';

test('a link to a row moves the focus to it, and it into sight, also if its list was loaded before', async () => {
  const detail = buildPaymentDetail();
  const others = Array.from({ length: 15 }, () => buildPayment());
  signIn();
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
  server.answer('listTrips', () => ({ items: [], days: [], nextCursor: null }));
  server.answer('listPayments', () => ({ items: [...others, buildPayment(detail)], nextCursor: null }));
  server.answer('getPayment', () => detail);
  // The pointer may be over the link to home, which preloads home.
  server.answer('getSpend', () => ({ currencies: [] }));
  await page.viewport(1280, 500);
  const { router, screen } = await openPortal('/card/trips-history/1');
  await expect.element(screen.getByText(t('trips.emptyTitle'))).toBeVisible();
  const link = { to: '/card/payments-history/$id', params: { id: '1' }, search: { open: detail.id } } as const;

  await router.preloadRoute(link);
  await expect.poll(() => server.received('listPayments')).toHaveLength(1);
  await router.navigate(link);

  await expect.element(screen.getByRole('heading', { name: t('payments.whyHeading') })).toBeVisible();
  const row = page.getByRole('button', { expanded: true, name: /^Details/ });
  await expect.element(row).toHaveFocus();
  await expect.element(row).toBeInViewport();
});

/** The passenger's cards, with the last of them in the focus. */
async function focusLastCard(width = 1280) {
  signIn();
  const cards = Array.from({ length: 11 }, (_, at) => buildCard({ id: at + 1, name: `Card ${at + 1}` }));
  const card = buildCard({ id: 12, name: 'Card 12' });
  server.answer('listCards', () => buildCardList([...cards, card]));
  server.answer('getCard', () => buildCardOverview({ card }));
  server.answer('getSpend', () => ({ currencies: [] }));
  await page.viewport(width, 700);
  const { router, screen } = await openPortal('/card');
  const link = screen.getByRole('main').getByRole('link', { name: 'Card 12' });
  await expect.element(link).toBeVisible();
  link.element().focus();
  return { heading: screen.getByRole('heading', { level: 1 }), link, router };
}

test.each([360, 1280])('after "Back" the focus is on the link that was followed, in sight, at %i px', async (width) => {
  const { heading, link, router } = await focusLastCard(width);

  await userEvent.keyboard('{Enter}');
  await expect.element(heading).toHaveTextContent('Card 12');
  await expect.element(heading).toHaveFocus();
  router.history.back();

  await expect.element(link).toHaveFocus();
  await expect.element(link).toBeInViewport();
});

test('after "Back" to a screen that was left with nothing in the focus, the heading has it', async () => {
  const { heading, link, router } = await focusLastCard();
  link.element().blur();
  await router.navigate({ to: '/card/add' });
  await expect.element(heading).toHaveFocus();

  router.history.back();

  await expect.element(link).toBeVisible();
  await expect.element(heading).toHaveFocus();
});
