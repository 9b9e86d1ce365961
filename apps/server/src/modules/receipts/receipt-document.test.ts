import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { expect, it } from 'vitest';
import { testConfig } from '../../../test/build-app.ts';
import { writeReceipt } from './receipt-document.ts';

const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });
const config = testConfig({
  legal: { ...testConfig().legal, vatRates: { CAD: [{ name: 'HST', basisPoints: 1300 }] } },
});
const payment: PaymentDetail = {
  id: '00000000-0000-4000-8000-000000000001',
  openedAt: '2026-03-01T08:00:00Z',
  closedAt: '2026-03-02T08:00:00Z',
  serviceDay: '2026-03-01',
  timeZone: 'America/Toronto',
  reason: 'trip',
  due: cad(740),
  paid: cad(740),
  total: cad(740),
  method: 'emv',
  status: 'accepted',
  srid: 'E0ZKJ1J6R9ZJZR',
  tripCount: 1,
  statementLine: 'OCT*E0ZKJ1J6R9ZJZR',
  medium: { scheme: 'VISA', lastFour: '4242' },
  trips: [
    {
      id: '00000000-0000-4000-8000-000000000002',
      line: { id: '11', name: '11', longName: null, color: null, textColor: null },
      from: 'Harbour',
      to: 'Hill',
      startedAt: '2026-03-01T09:00:00Z',
      endedAt: null,
      price: cad(370),
      fareReason: null,
    },
  ],
  products: [],
  tripsTotal: cad(370),
  previouslyPaid: cad(0),
  differencePaid: cad(740),
  charges: [],
  receiptAvailable: true,
};

it('says the trips in the time of the operator, how they became the total, its taxes and who issued it [RCPT-05]', async () => {
  const { trips, sums, taxes, total, issuer } = await writeReceipt(config, { kind: 'account', payment }, 'en_CA');

  expect(trips?.rows).toEqual([['11', 'Harbour to Hill', '2026/03/01 04:00', '$3.70']]);
  expect(sums.map(({ value }) => value)).toEqual(['$3.70', '$3.70']);
  expect([taxes.rows, taxes.net, total.value]).toEqual([[['HST', '13%', '$0.85']], '$6.55', '$7.40']);
  expect(issuer.name).toBe('Lakeshore Transit Commission');
  expect(issuer.lines.join(' ')).toContain(config.legal.vatNumber ?? 'a number');
});

it('lists a ticket once: with the trip that it was bought with, or by itself', async () => {
  const bought = (tripId: string | null) => ({ id: payment.id, name: 'Day pass', price: cad(370), tripId });
  const products = [bought(payment.trips[0]?.id ?? null), bought(null)];

  const { products: listed } = await writeReceipt(
    config,
    { kind: 'account', payment: { ...payment, products } },
    'en_CA',
  );

  expect(listed?.rows).toEqual([['Day pass', '$3.70']]);
});

it('refuses a currency without taxes [RCPT-05]', async () => {
  const strange = { ...payment, paid: { amountMinor: 740, currency: 'GBP' } };

  await expect(writeReceipt(config, { kind: 'account', payment: strange }, 'en_CA')).rejects.toMatchObject({
    code: 'vat_entry_missing',
  });
});
