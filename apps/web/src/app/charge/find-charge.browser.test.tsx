import type { FoundPayment } from '@tapfolio/contracts/payments.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refuse, server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList, buildPayment, buildPaymentDetail, cad } from '../../../test/travel-fixtures.ts';

const srid = '7K2M4Q9T1XB5ZC';
const line = `20.11. OCT*${srid} OTTAWA 4.00`;
const paymentsPath = '/card/payments-history/2';

const found = (overrides: Parameters<typeof buildPayment>[0] = {}): FoundPayment => ({
  cardId: 2,
  cardName: 'Watch',
  medium: { scheme: 'visa', lastFour: '1881' },
  payment: buildPayment({ srid, ...overrides }),
});

beforeEach(() => {
  signIn();
  server.answer('getSpend', () => ({ currencies: [] }));
  const cards = [buildCard({ id: 1, name: 'Everyday' }), buildCard({ id: 2, name: 'Watch', lastFour: '1881' })];
  server.answer('listCards', () => buildCardList(cards, { dataUpTo: '2026-11-21T13:42:00Z' }));
  server.answer('listPayments', () => ({ items: [], nextCursor: null }));
});

/** Opens the search on the home page, or on another screen, and searches for this text. */
async function search(text: string, address = '/') {
  const opened = await openPortal(address);
  const { screen } = opened;
  await screen.getByText(t('payments.findTitle')).click();
  const box = screen.getByLabelText(t('common.statementReference'));
  await box.fill(text);
  await userEvent.keyboard('{Enter}');
  return { ...opened, box };
}

const addressOf = ({ latestLocation: { pathname, searchStr } }: Awaited<ReturnType<typeof openPortal>>['router']) =>
  pathname + searchStr;

describe('a charge on a bank statement', () => {
  test.each(['/', '/card/payments-history/1', '/card/payments-history'])(
    'is searched for on %s, in one box that asks for nothing before it is opened',
    async (address) => {
      const { screen } = await openPortal(address);
      const title = screen.getByText(t('payments.findTitle'));
      await expect.element(title).toBeVisible();
      expect(screen.getByLabelText(t('common.statementReference')).elements()).toEqual([]);

      await title.click();

      await expect.element(screen.getByLabelText(t('common.statementReference'))).toBeVisible();
      expect(server.received('findPayments')).toEqual([]);
    },
  );

  test.each(['/', '/card/payments-history/1'])(
    'opens its payment, in the history of the card that paid it, from %s',
    async (address) => {
      const one = found();
      server.answer('findPayments', () => ({ items: [one] }));
      server.answer('listPayments', () => ({ items: [one.payment], nextCursor: null }));
      server.answer('getPayment', () => buildPaymentDetail({ ...one.payment }));

      const { router, screen } = await search(line, address);

      await expect.element(screen.getByRole('heading', { name: t('payments.statementHeading') })).toBeVisible();
      expect(addressOf(router)).toContain(`${paymentsPath}?open=${one.payment.id}`);
      expect(server.received('findPayments').map(({ body }) => body)).toEqual([{ srid }]);
      // The search is closed again, and does not stand between the passenger and the payment.
      expect(document.querySelector('details[open] input')).toBeNull();
    },
  );

  test('that is open already is shown again by a second search, and is one step in the history of the browser', async () => {
    const one = found();
    server.answer('findPayments', () => ({ items: [one] }));
    server.answer('listPayments', () => ({ items: [buildPayment(), one.payment], nextCursor: null }));
    server.answer('getPayment', () => buildPaymentDetail({ ...one.payment }));
    const { router, screen } = await search(line, '/card/payments-history/1');
    const row = () => document.activeElement?.closest('[aria-expanded="true"], details[open] > summary');
    await expect.poll(row).toBeTruthy();
    const steps = router.history.length;

    await screen.getByText(t('payments.findTitle')).click();
    await screen.getByLabelText(t('common.statementReference')).fill(line);
    await userEvent.keyboard('{Enter}');

    await expect.poll(row).toBeTruthy();
    await expect.element(screen.getByRole('heading', { name: t('payments.statementHeading') })).toBeVisible();
    expect(router.history.length).toBe(steps);
  });

  test('with a refund shows both with their card, and still does when the passenger comes back', async () => {
    const items = [found({ reason: 'refund', total: cad(-375), tripCount: 0 }), found({ total: cad(750) })];
    server.answer('findPayments', () => ({ items }));
    server.answer('getPayment', () => buildPaymentDetail({ ...items[1]?.payment }));

    const { router, screen } = await search(line);

    const heading = screen.getByRole('heading', { name: t('receipts.found', { count: 2 }) });
    await expect.element(heading).toHaveFocus();
    const rows = screen.getByRole('region', { name: t('receipts.found', { count: 2 }) }).getByRole('listitem');
    for (const [place, said] of [
      [0, ['-$3.75', t('payments.refundDone')]],
      [1, ['$7.50', t('common.trips', { count: 1 })]],
    ] as const)
      for (const words of ['Watch', '1881', ...said])
        await expect.element(rows.nth(place).getByText(words, { exact: false }).first()).toBeVisible();

    await rows.nth(1).getByRole('link').click();
    await expect.poll(() => addressOf(router)).toContain(`${paymentsPath}?open=${items[1]?.payment.id}`);
    await expect.element(screen.getByRole('heading', { level: 1, name: t('payments.title') })).toBeVisible();
    router.history.back();

    await expect.element(heading).toBeVisible();
    await expect.element(screen.getByLabelText(t('common.statementReference'))).toHaveValue(srid);
    await expect.element(rows.nth(1).getByRole('link')).toHaveFocus();
  });

  test('that no card has says why, up to when the data reach, and takes its line along to the next steps', async () => {
    server.answer('findPayments', () => ({ items: [] }));

    const { router, screen } = await search(line);

    await expect.element(screen.getByRole('heading', { name: t('payments.findNone', { srid }) })).toHaveFocus();
    const part = screen.getByRole('region', { name: t('payments.findNone', { srid }) });
    for (const said of [
      t('payments.findNoneNew'),
      t('payments.findNoneAdd'),
      t('common.dataUpTo', { time: '2026/11/21 08:42' }),
    ])
      await expect.element(part.getByText(said, { exact: false }).first()).toBeVisible();

    await part.getByRole('link', { name: t('receipts.title') }).click();
    await expect.element(screen.getByLabelText(t('receipts.amount'))).toHaveValue('4.00');
    router.history.back();
    await part.getByRole('link', { name: t('cards.add') }).click();

    await expect.element(screen.getByLabelText(t('common.statementReference'))).toHaveValue(srid);
    await expect.element(screen.getByLabelText(t('receipts.amount'))).toHaveValue('4.00');
    expect(addressOf(router)).toBe('/card/add');
  });

  test('that no card has is not said to be added with, where the operator withholds adding cards', async () => {
    signIn({ permissions: { any: ['passenger-area', 'card-payments-history-table'] } });
    server.answer('findPayments', () => ({ items: [] }));

    const { screen } = await search(line);

    await expect.element(screen.getByText(t('payments.findNoneCard'), { exact: false })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: t('receipts.title') })).toBeVisible();
    expect(screen.getByText(t('payments.findNoneAdd'), { exact: false }).elements()).toEqual([]);
  });

  test('is not shown to the next passenger at this page, who goes back to it', async () => {
    server.answer('findPayments', () => ({ items: [] }));
    const { router, screen } = await search(line);
    await screen.getByRole('link', { name: t('receipts.title') }).click();
    await expect.element(screen.getByLabelText(t('receipts.amount'))).toHaveValue('4.00');

    expect(JSON.stringify(router.history.location.state)).not.toContain(srid);

    signIn({ email: 'next@example.org' });
    router.history.back();

    await expect.element(screen.getByText(t('payments.findTitle'))).toBeVisible();
    await screen.getByText(t('payments.findTitle')).click();
    await expect.element(screen.getByLabelText(t('common.statementReference'))).toHaveValue('');
    expect(screen.getByRole('heading', { name: t('payments.findNone', { srid }) }).elements()).toEqual([]);
  });

  test('without a reference is not asked for: the box says what is missing', async () => {
    const { box, screen } = await search('OCT*7K2M4Q9');

    await expect.element(box).toHaveFocus();
    await expect.element(box).toBeInvalid();
    const values = { count: 7, needed: '13 or 14', character: '' };
    await expect.element(screen.getByText(t('validation.srid_too_short', values))).toBeVisible();
    expect(server.received('findPayments')).toEqual([]);
  });

  test.each([
    ['too_many_requests', { retryAfterSeconds: 30 }],
    ['unavailable', undefined],
  ] as const)(
    'keeps what was typed when the server refuses (%s), and finds it the next time',
    async (code, details) => {
      server.answer('findPayments', refuse(code, details));
      const { box, screen } = await search(line);
      await expect.element(screen.getByRole('alert').first()).toBeVisible();
      await expect.element(box).toHaveValue(line);
      server.answer('findPayments', () => ({ items: [] }));

      await screen.getByRole('button', { name: t('payments.findSubmit') }).click();

      await expect.element(screen.getByRole('heading', { name: t('payments.findNone', { srid }) })).toBeVisible();
    },
  );

  test('without a network says so, and keeps what was typed', async () => {
    server.answer('findPayments', () => ({ items: [] }));
    const opened = await openPortal('/');
    await opened.screen.getByText(t('payments.findTitle')).click();
    const box = opened.screen.getByLabelText(t('common.statementReference'));
    await box.fill(line);
    server.reach(false);

    await userEvent.keyboard('{Enter}');

    await expect.element(opened.screen.getByRole('alert').first()).toBeVisible();
    await expect.element(box).toHaveValue(line);
  });

  test('is not offered where the operator withholds the payments', async () => {
    signIn({ permissions: { home: ['passenger-area'], cards: ['card'] } });

    const { screen } = await openPortal('/');

    await expect.element(screen.getByRole('heading', { name: t('home.cardsHeading') })).toBeVisible();
    expect(screen.getByText(t('payments.findTitle')).elements()).toEqual([]);
  });

  test('shows on a phone where the reference stands, in one piece beside what banks write before it', async () => {
    await page.viewport(360, 740);
    const { screen } = await openPortal('/');
    await screen.getByText(t('payments.findTitle')).click();
    await expect.element(screen.getByText(t('receipts.statementTitle'))).toBeVisible();

    const line = document.querySelector('figure [translate=no]')?.getBoundingClientRect();
    const reference = document.querySelector('figure [translate=no] > span')?.getBoundingClientRect();

    expect(reference?.height).toBeGreaterThan(0);
    expect(line?.height).toBeLessThan(1.5 * (reference?.height ?? 0));
  });

  test('leaves the first screen of a phone to the cards and what was spent', async () => {
    await page.viewport(360, 740);
    server.answer('listCards', () => buildCardList([buildCard()]));
    const week = { trips: 3, total: cad(1270) };
    const spent = { currency: 'CAD', weeks: [{ firstDay: '2026-11-16', ...week }], transportTypes: [] };
    server.answer('getSpend', () => ({ currencies: [spent] }));

    const { screen } = await openPortal('/');

    const row = screen.getByRole('row').filter({ hasText: '$12.70' });
    await expect.element(row).toBeVisible();
    expect(row.element().getBoundingClientRect().bottom).toBeLessThan(740 - 57);
  });
});
