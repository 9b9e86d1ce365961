import { beforeEach, expect, test } from 'vitest';
import { held, refuse, server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList, buildPayment, buildPaymentDetail } from '../../../test/travel-fixtures.ts';
import { openRow } from '../../passenger/open-row.ts';

const path = '/card/payments-history/1';

beforeEach(() => {
  signIn();
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
});

test('a link to a payment opens it in the current list, also if the list changes with it', async () => {
  const shown = buildPaymentDetail();
  const older = buildPaymentDetail();
  server.answer('listPayments', () => ({ items: [buildPayment(shown)], nextCursor: null }));
  server.answer('getPayment', ({ params }) => (params.paymentId === shown.id ? shown : older));
  const list = { to: '/card/payments-history/$id', params: { id: '1' } } as const;
  const { router, screen } = await openPortal(path);
  const row = screen.getByRole('button', { name: /^Details: / });
  await row.dblClick();
  await expect.element(row).toHaveAttribute('aria-expanded', 'false');

  await router.navigate({ ...list, search: { open: shown.id } });
  await expect.element(row).toHaveAttribute('aria-expanded', 'true');
  await expect.element(row).toHaveFocus();

  const answer = held({ items: [buildPayment(older)], nextCursor: null });
  server.answer('listPayments', answer.answer);
  await router.navigate({ ...list, search: openRow(older.id, older.openedAt) });
  await expect.poll(() => server.received('listPayments')).toHaveLength(2);
  // It is not known yet whether the list has it.
  expect(screen.getByText(t('cards.asked')).elements()).toHaveLength(0);
  answer.give();
  await expect.poll(() => server.received('getPayment').at(-1)?.params).toMatchObject({ paymentId: older.id });
  await expect.element(row).toHaveAttribute('aria-expanded', 'true');
  await expect.element(row).toHaveFocus();
});

test('a link to a payment that was closed again opens it a second time', async () => {
  const shown = buildPaymentDetail();
  server.answer('listPayments', () => ({ items: [buildPayment(shown)], nextCursor: null }));
  server.answer('getPayment', () => shown);
  const { router, screen } = await openPortal(`${path}?open=${shown.id}`);
  const row = screen.getByRole('button', { name: /^Details: / });
  await expect.element(row).toHaveAttribute('aria-expanded', 'true');
  await row.click();
  await expect.element(row).toHaveAttribute('aria-expanded', 'false');

  await router.navigate({ to: '/card/payments-history/$id', params: { id: '1' }, search: { open: shown.id } });

  await expect.element(row).toHaveAttribute('aria-expanded', 'true');
  await expect.element(row).toHaveFocus();
});

test('an instant in the address that does not exist is not requested', async () => {
  server.answer('listPayments', () => ({ items: [buildPayment(buildPaymentDetail())], nextCursor: null }));
  const { screen } = await openPortal(`${path}?from=2026-02-30T00:00:00Z&to=2026-11-21T25:00Z`);

  await expect.element(screen.getByRole('button', { name: /^Details: / })).toBeVisible();
  expect(server.received('listPayments').map(({ query }) => Object.keys(query).sort())).toEqual([
    ['language', 'limit'],
  ]);
});

test.each([
  ['the server does not read', refuse('TM0203')],
  ['has no rows any more', () => ({ items: [], nextCursor: null })],
])('an address of a page that %s leads to the newest page of its period', async (_, former) => {
  const shown = buildPayment(buildPaymentDetail());
  server.answer('listPayments', (received) =>
    received.query.cursor === undefined ? { items: [shown], nextCursor: null } : former(),
  );

  const { router, screen } = await openPortal(`${path}?from=2026-11-01T00:00:00Z&cursor=b2xk`);

  await expect.element(screen.getByRole('button', { name: /^Details: / })).toBeVisible();
  expect(router.latestLocation.search).toEqual({ from: '2026-11-01T00:00:00Z' });
  expect(screen.getByRole('button', { name: t('common.retry') }).elements()).toHaveLength(0);
});

test('a period in an address without a card is that of the card that is chosen then', async () => {
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 }), buildCard({ id: 2, name: 'Watch' })]));
  server.answer('listPayments', () => ({ items: [], nextCursor: null }));
  const { router, screen } = await openPortal('/card/payments-history?from=2026-11-01T09:30:00Z&size=50');

  await screen.getByRole('main').getByRole('link', { name: 'Watch' }).click();

  await expect.element(screen.getByText(t('payments.emptyFilteredTitle'))).toBeVisible();
  expect(router.latestLocation.pathname).toBe('/card/payments-history/2');
  expect(router.latestLocation.search).toEqual({ from: '2026-11-01T09:30:00Z', size: 50 });
});
