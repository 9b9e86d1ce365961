import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { held, server } from '../../../test/fake-server.ts';
import { buildSecondFactors, buildSession } from '../../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList, buildPayment } from '../../../test/travel-fixtures.ts';

/** How many rows the page had each time when it was printed. */
function printedRows(): readonly number[] {
  const rows: number[] = [];
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    rows.push(document.querySelectorAll('main tbody button[aria-expanded], main section summary').length);
  });
  onTestFinished(() => print.mockRestore());
  return rows;
}

const button = () => page.getByRole('button', { name: t('cards.print') });
const payments = (count: number, nextCursor: string | null) => ({
  items: Array.from({ length: count }, () => buildPayment()),
  nextCursor,
});

beforeEach(() => {
  signIn();
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
});

test('a list that is complete is printed at once', async () => {
  const rows = printedRows();
  server.answer('listPayments', () => payments(3, null));
  await openPortal('/card/payments-history/1');

  await button().click();

  expect(rows).toEqual([3]);
});

test('a page of a longer list is printed once, when all its rows are there', async () => {
  const rows = printedRows();
  const all = held(payments(7, null));
  server.answer('listPayments', ({ query }) => (query.limit === '20' ? payments(5, 'more') : all.answer()));
  await openPortal('/card/payments-history/1');

  await button().click();
  await expect.poll(() => server.received('listPayments')).toHaveLength(2);
  expect(rows).toEqual([]);
  all.give();

  await expect.poll(() => rows).toEqual([7]);
  await button().click();
  expect(rows).toEqual([7, 7]);
});

test('the list names the passenger who has just given a name', async () => {
  server.answer('listPayments', () => payments(3, null));
  server.answer('listSessions', () => ({ items: [buildSession()] }));
  server.answer('getSecondFactors', () => buildSecondFactors());
  server.answer('editProfile', () => null);
  const { screen, router } = await openPortal('/account/edit');
  const part = screen.getByRole('region', { name: t('account.nameHeading') });
  await part.getByLabelText(t('account.firstName'), { exact: false }).fill('Mia');
  await part.getByRole('button', { name: t('common.save') }).click();
  await expect.element(screen.getByRole('status').getByText(t('common.saveSuccess'))).toBeVisible();

  await router.navigate({ to: '/card/payments-history/$id', params: { id: '1' } });
  await expect.element(button()).toBeVisible();

  const names = [...document.querySelectorAll('main dt')].filter((one) => one.textContent === t('cards.printedName'));
  expect(names.map((one) => one.nextElementSibling?.textContent)).toEqual(['Mia']);
});
