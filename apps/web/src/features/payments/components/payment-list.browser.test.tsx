import { paymentMethods, paymentReasons, paymentStatuses } from '@tapfolio/domain/states.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../../../test/fake-server.ts';
import { renderPart, signIn, t } from '../../../../test/render.tsx';
import { tableColumn } from '../../../../test/table-column.ts';
import {
  buildDebt,
  buildPayment,
  buildPaymentDetail,
  buildRefusedCard,
  cad,
} from '../../../../test/travel-fixtures.ts';
import { setLanguage } from '../../../lib/i18n.ts';
import { formatsOf } from '../../../lib/use-formats.ts';
import { UnpaidFares } from '../../../passenger/debts.tsx';
import { OpenedRows } from '../../../ui/opened-rows.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { PaymentList } from './payment-list.tsx';
import { PaymentStatus } from './payment-summary.tsx';

type Payment = ReturnType<typeof buildPayment>;

async function show(items: Payment[], open?: string) {
  const shown = await renderPart(
    <OpenedRows asked={open}>
      <PaymentList ask={() => null} page={{ items, nextCursor: null }} cardId={1} caption="Payments" />
    </OpenedRows>,
  );
  await expect.poll(() => document.querySelectorAll('main table, main details').length).toBeGreaterThan(0);
  return shown;
}

test('has the columns reason, due, paid, total, currency, method, status and SRID [HIST-04]', async () => {
  // Not the currency of the portal, so that the column reads it from the payment.
  const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' });
  const amounts = { due: usd(1125), paid: usd(750), total: usd(700) };
  await show([buildPayment({ ...amounts, reason: 'product', method: 'bal', status: 'pending' })]);

  const headers = [...document.querySelectorAll('thead th')].map(({ textContent }) => textContent).slice(0, 9);
  expect(Object.fromEntries(headers.map((header) => [header, tableColumn(header)[0]]))).toEqual({
    Date: '2026/11/20',
    Reason: 'Product',
    Due: 'US$11.25',
    Paid: 'US$7.50',
    Total: 'US$7.00',
    Currency: 'USD',
    Method: 'Balance',
    Status: 'Pending',
    'Reference (SRID)': '7K2M4Q9T1XB5ZC',
  });
});

test('names what a payment sold, in the wide list and on a row', async () => {
  await show([
    buildPayment({ reason: 'product', tripCount: 0, sold: ['Day pass'] }),
    buildPayment({ tripCount: 2, sold: ['Day pass', 'Week pass'] }),
  ]);

  await expect.poll(() => tableColumn('Reason')).toEqual(['ProductDay pass', 'TripDay pass, Week pass']);
  await page.viewport(400, 800);
  await expect.element(page.getByText('Day pass', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Day pass, Week pass · 2 trips', { exact: true })).toBeVisible();
});

test('shows payment methods, reasons and statuses by their names [HIST-06]', async () => {
  const statuses = paymentStatuses.map((status) => buildPayment({ status }));
  const methods = paymentMethods.map((method) => buildPayment({ method }));
  const reasons = paymentReasons.map((reason) => buildPayment({ reason }));
  await show([...statuses, ...methods, ...reasons]);

  const names = tableColumn(t('payments.colStatus')).slice(0, statuses.length);
  expect(Object.fromEntries(paymentStatuses.map((status, place) => [status, names[place]]))).toEqual({
    open: 'Open',
    pending: 'Pending',
    accepted: 'Paid',
    payment_error: 'Failed',
    application_error: 'Delayed',
    corrupted: 'Error',
    none: 'Open',
    lost: 'Card lost',
    card_dead: 'Card no longer valid',
  });
  expect(tableColumn(t('payments.colMethod')).slice(statuses.length, statuses.length + methods.length)).toEqual([
    'Bank card',
    'Direct debit',
    'External payment provider',
    'Balance',
    'TWINT',
  ]);
  expect(tableColumn(t('payments.colReason')).slice(-reasons.length)).toEqual([
    'Trip',
    'Refund',
    'Reservation',
    'Unpaid fare, now paid',
    'Second attempt to collect',
    'Product',
    'Top-up',
  ]);
});

test('a payment of which operator and bank say different things has no paid amount', async () => {
  await show([buildPayment({ status: 'corrupted', due: cad(750), paid: cad(750) }), buildPayment()]);

  expect([tableColumn('Due'), tableColumn('Paid')]).toEqual([
    ['$7.50', '$3.75'],
    ['–', '$3.75'],
  ]);
});

test('a refund that went through is shown as given back', async () => {
  await show([buildPayment({ reason: 'refund', total: cad(-375) })]);

  expect(tableColumn(t('payments.colStatus'))).toEqual([t('payments.refundDone')]);
});

test('the buttons that open payments of one day have different names', async () => {
  const { getByRole } = await show([
    buildPayment({ total: cad(750) }),
    buildPayment({ reason: 'refund', total: cad(-375) }),
    buildPayment({ reason: 'debt_recovery', paid: cad(370), total: cad(0) }),
  ]);

  for (const amount of ['$7.50', '-$3.75', '$3.70'])
    await expect.element(getByRole('button', { name: `Details: 2026/11/20, ${amount}` })).toBeVisible();
});

describe('the details', () => {
  beforeEach(() => signIn());

  test.each(paymentStatuses)('of a payment that is %s explain the state or say nothing', async (status) => {
    const detail = buildPaymentDetail({ status });
    server.answer('getPayment', () => detail);
    const { getByRole, getByText } = await show([buildPayment(detail)], detail.id);
    await expect.element(getByRole('heading', { name: t('payments.whyHeading') })).toBeVisible();

    const helps = {
      open: 'payments.statusHelp_open',
      none: 'payments.statusHelp_none',
      pending: 'payments.statusHelp_pending',
      payment_error: 'payments.statusHelp_payment_error',
      application_error: 'payments.statusHelp_application_error',
      corrupted: 'payments.statusHelp_corrupted',
    } as const;
    const shown = Object.entries(helps).filter(([, key]) => getByText(t(key)).elements().length > 0);
    expect(shown.map(([name]) => name)).toEqual(status in helps ? [status] : []);
  });

  test('of a payment that the bank only refused do not say that the bank paid', async () => {
    const at = '2026-11-21T09:30:00Z';
    const refused = { kind: 'charge', direction: 'debit', approved: false, amount: cad(375), at } as const;
    const detail = buildPaymentDetail({ status: 'payment_error', paid: cad(0), charges: [refused] });
    server.answer('getPayment', () => detail);
    const { getByRole, getByText } = await show([buildPayment(detail)], detail.id);
    await expect.element(getByText(t('payments.chargeRefused'))).toBeVisible();

    const heading = getByRole('heading', { name: t('payments.bankHeading') });
    await expect.element(heading).toBeVisible();
    expect(heading.element().textContent).not.toMatch(/paid/i);
  });

  test('of a refund have no receipt and do not mention one, because its payment has it', async () => {
    const detail = buildPaymentDetail({ reason: 'refund', total: cad(-375), trips: [] });
    server.answer('getPayment', () => detail);
    const { getByRole, getByText } = await show([buildPayment(detail)], detail.id);
    await expect.element(getByRole('heading', { name: t('payments.whyHeading') })).toBeVisible();

    expect(getByRole('button', { name: t('receipts.download') }).elements()).toHaveLength(0);
    expect(getByText(t('errors.NWA0013')).elements()).toHaveLength(0);
  });
});

test.each([
  ['en_CA', 1],
  ['fr_CA', 2],
  ['de_DE', 2],
] as const)(
  'all columns have room at 1280 px, the method in few lines, what was refunded in one: %s',
  async (locale, lines) => {
    await setLanguage(locale);
    await page.viewport(1280, 800);
    const payments = [
      buildPayment({ refunded: { amount: cad(125), count: 1, lastAt: '2026-11-22T14:00:00Z' } }),
      buildPayment({ reason: 'debt_recovery', status: 'application_error', total: cad(123_456) }),
    ];
    const formats = formatsOf(locale);
    const { getByText } = await renderPart(
      <Screen title="Payments">
        <Panel isFlush>
          <PaymentList ask={() => null} page={{ items: payments, nextCursor: null }} cardId={1} caption="Payments" />
        </Panel>
      </Screen>,
    );
    await expect.poll(() => document.querySelectorAll('tbody tr')).toHaveLength(2);

    const place = [...document.querySelectorAll('thead th')].findIndex(
      ({ textContent }) => textContent === t('payments.colMethod'),
    );
    for (const row of document.querySelectorAll('tbody tr')) {
      const range = document.createRange();
      range.selectNodeContents(row.children[place]?.firstElementChild?.firstChild ?? row);
      expect(range.getClientRects().length).toBeLessThanOrEqual(lines);
    }
    const refunded = getByText(
      t('payments.refundedAfter', { amount: formats.money(cad(125)), date: formats.shortDay('2026-11-22') }),
    );
    expect(refunded.element().getBoundingClientRect().height).toBeLessThan(30);
    const table = document.querySelector('table');
    expect(table?.offsetWidth).toBeLessThanOrEqual(table?.parentElement?.clientWidth ?? 0);
  },
);

test('a second state that has no room beside the first stands exactly below it', async () => {
  const payment = buildPayment({ status: 'lost' });
  server.answer('listDebts', () => ({ items: [buildDebt({ paymentId: payment.id })] }));
  const screen = await renderPart(
    <UnpaidFares card={buildRefusedCard({ id: 1 })}>
      <div style={{ inlineSize: '9rem' }}>
        <PaymentStatus payment={payment} />
      </div>
    </UnpaidFares>,
  );

  const owed = screen.getByText(t('debts.mark_owed'));
  await expect.element(owed).toBeVisible();
  const [first, second] = [screen.getByText(t('common.paymentStatus.lost')), owed].map((words) =>
    words.element().getBoundingClientRect(),
  );
  expect(second?.top).toBeGreaterThan(first?.top ?? 0);
  expect(second?.left).toBe(first?.left);
});
