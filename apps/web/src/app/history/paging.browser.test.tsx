import { maxPageSize } from '@tapfolio/contracts/limits.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildPayment,
  buildProduct,
  buildSalesPackage,
  buildTrip,
} from '../../../test/travel-fixtures.ts';

const rows = <R,>(build: () => R): R[] => Array.from({ length: 11 }, build);
const isFirst = ({ query }: { query: Record<string, string> }): boolean => query.cursor === undefined;
/** The first page leads on to one more. */
const cursorOf = (asked: { query: Record<string, string> }): string | null => (isFirst(asked) ? 'NEXT' : null);

beforeEach(() => {
  signIn();
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
  server.answer('listTrips', (asked) => ({ items: rows(buildTrip), days: [], nextCursor: cursorOf(asked) }));
  server.answer('listPayments', (asked) => ({ items: rows(buildPayment), nextCursor: cursorOf(asked) }));
  server.answer('listProducts', (asked) => ({ items: rows(buildProduct), nextCursor: cursorOf(asked) }));
  server.answer('listSalesPackages', (asked) => ({ items: rows(buildSalesPackage), nextCursor: cursorOf(asked) }));
});

test.each([
  ['/card/trips-history/1', 'listTrips'],
  ['/card/payments-history/1', 'listPayments'],
  ['/card/products-history/1', 'listProducts'],
  ['/card/favourites/1', 'listSalesPackages'],
] as const)(
  'the list of %s is shown by 20, 10, 50 or all rows, and goes forward and back [HIST-10]',
  async (address, call) => {
    await openPortal(address);
    const paging = page.getByRole('navigation', { name: t('common.paging') });
    const press = (name: string) => paging.getByRole('button', { name, exact: true }).click();
    const asked = () => server.received(call).map(({ query }) => [query.limit, query.cursor]);
    const next = paging.getByRole('button', { name: t('common.nextPage') });
    await expect.element(next).toBeVisible();

    await press(t('common.nextPage'));
    await expect.poll(() => asked().length).toBe(2);
    await expect.element(next).toHaveAttribute('aria-disabled', 'true');
    await press(t('common.previousPage'));
    await expect.element(next).not.toHaveAttribute('aria-disabled', 'true');
    for (const [place, size] of ['10', '50', t('common.allRows')].entries()) {
      await press(size);
      await expect.poll(() => new Set(asked().map(([limit]) => limit)).size).toBe(place + 2);
    }

    await expect.element(paging.getByText(t('common.rowsCut', { count: maxPageSize }))).toBeVisible();
    const different = [...new Set(asked().map((one) => one.join(' ')))];
    expect(different).toEqual(['20 ', '20 NEXT', '10 ', '50 ', `${maxPageSize} `]);
  },
);
