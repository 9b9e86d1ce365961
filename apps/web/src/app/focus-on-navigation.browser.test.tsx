import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../test/render.tsx';
import { buildCard, buildCardList, buildPayment, buildPaymentDetail } from '../../test/travel-fixtures.ts';

test('a link to a row moves the focus to it, also if its list was loaded before', async () => {
  const detail = buildPaymentDetail();
  signIn();
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
  server.answer('listTrips', () => ({ items: [], days: [], nextCursor: null }));
  server.answer('listPayments', () => ({ items: [buildPayment(), buildPayment(detail)], nextCursor: null }));
  server.answer('getPayment', () => detail);
  // The pointer may be over the link to home, which preloads home.
  server.answer('getSpend', () => ({ currencies: [] }));
  const { router, screen } = await openPortal('/card/trips-history/1');
  await expect.element(screen.getByText(t('trips.emptyTitle'))).toBeVisible();
  const link = { to: '/card/payments-history/$id', params: { id: '1' }, search: { open: detail.id } } as const;

  await router.preloadRoute(link);
  await expect.poll(() => server.received('listPayments')).toHaveLength(1);
  await router.navigate(link);

  await expect.element(screen.getByRole('heading', { name: t('payments.whyHeading') })).toBeVisible();
  await expect.element(page.getByRole('button', { expanded: true, name: /^Details/ })).toHaveFocus();
});
