import { pathOf } from '@tapfolio/locales/paths.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList, buildPayment, buildPaymentDetail } from '../../../test/travel-fixtures.ts';

const shown = buildPaymentDetail();

beforeEach(() => {
  signIn();
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
  server.answer('listPayments', () => ({ items: [buildPayment(shown), buildPayment()], nextCursor: null }));
  server.answer('getPayment', () => shown);
  server.answer('listTrips', () => ({ items: [], days: [], nextCursor: null }));
});

/** The payments with the first row opened, and then the screen of the trips. */
async function leaveWithOpenRow(width: number) {
  await page.viewport(width, 800);
  const { router, screen } = await openPortal('/card/payments-history/1');
  const rows = () => [...document.querySelectorAll('section details[open] > summary, tbody [aria-expanded="true"]')];
  await expect.poll(() => document.querySelectorAll('section details, tbody tr').length).toBeGreaterThan(1);
  document.querySelector<HTMLElement>('section summary, tbody button')?.click();
  await expect.poll(rows).toHaveLength(1);
  await router.navigate({ to: pathOf('card-trips-history-table'), params: { id: '1' } });
  await expect.element(screen.getByRole('heading', { level: 1, name: t('trips.title') })).toBeVisible();
  return { router, rows, screen };
}

test.each([360, 1280])(
  'whoever goes back to a list at %i px finds the row open that they had opened',
  async (width) => {
    const { router, rows, screen } = await leaveWithOpenRow(width);

    router.history.back();

    await expect.element(screen.getByRole('heading', { level: 1, name: t('payments.title') })).toBeVisible();
    await expect.poll(rows).toHaveLength(1);
    await expect.element(screen.getByText(t('payments.whyHeading'))).toBeVisible();
  },
);

test('a list that is opened anew has no open row', async () => {
  const { router, rows, screen } = await leaveWithOpenRow(360);

  await router.navigate({ to: pathOf('card-payments-history-table'), params: { id: '1' } });

  await expect.element(screen.getByRole('heading', { level: 1, name: t('payments.title') })).toBeVisible();
  await expect.poll(() => document.querySelectorAll('section details').length).toBeGreaterThan(1);
  expect(rows()).toEqual([]);
});
