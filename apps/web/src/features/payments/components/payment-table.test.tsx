import { type PaymentSummary, paymentSummary } from '@tapfolio/contracts/payments.ts';
import { paymentMethods, paymentReasons, paymentStatuses } from '@tapfolio/domain/states.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { freshStorage } from '../../../../test/browser-globals.ts';
import { loadTexts, setLanguage } from '../../../lib/i18n.ts';
import { PaymentTable } from './payment-table.tsx';

beforeAll(async () => {
  freshStorage();
  await setLanguage('en_CA');
  await loadTexts();
});

function payment(index: number, overrides: Partial<PaymentSummary>): PaymentSummary {
  return paymentSummary.parse({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    openedAt: '2026-11-12T05:00:00Z',
    closedAt: null,
    serviceDay: '2026-11-12',
    timeZone: 'America/Toronto',
    reason: 'trip',
    due: { amountMinor: 370, currency: 'CAD' },
    paid: { amountMinor: 0, currency: 'CAD' },
    total: { amountMinor: 370, currency: 'CAD' },
    refunded: null,
    method: 'emv',
    status: 'open',
    srid: null,
    tripCount: 1,
    ...overrides,
  });
}

/** The words of one column of the table, row by row. */
function column(header: string, payments: readonly PaymentSummary[]): string[] {
  const html = renderToStaticMarkup(
    <PaymentTable payments={payments} cardId={1} caption="Payments" open={undefined} />,
  );
  const rows = [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '').trim()),
  );
  const [headers = [], ...body] = rows;
  return body.map((cells) => cells[headers.indexOf(header)] ?? '');
}

test('shows payment methods, reasons and statuses by their names [HIST-06]', () => {
  const statuses = paymentStatuses.map((status, index) => payment(index, { status }));
  const methods = paymentMethods.map((method, index) => payment(index, { method }));
  const reasons = paymentReasons.map((reason, index) => payment(index, { reason }));

  expect(Object.fromEntries(column('Status', statuses).map((name, index) => [paymentStatuses[index], name]))).toEqual({
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
  expect(column('Method', methods)).toEqual([
    'Bank card',
    'Direct debit',
    'External payment provider',
    'Balance',
    'TWINT',
  ]);
  expect(column('Reason', reasons)).toEqual([
    'Trip',
    'Refund',
    'Reservation',
    'Unpaid fare, now paid',
    'Second attempt to collect',
    'Product',
    'Top-up',
  ]);
});
