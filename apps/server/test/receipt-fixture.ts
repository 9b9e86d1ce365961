import { paymentDetail, relatedTrip } from '@tapfolio/contracts/payments.ts';
import type { PublicReceipt } from '@tapfolio/contracts/receipts.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { nullsOf } from '../../../packages/contracts/test/nulls-of.ts';
import { type ReceiptDocument, writeReceipt } from '../src/modules/receipts/receipt-document.ts';
import { testConfig } from './build-app.ts';

/** Canadian cents. */
export const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });
/** The configuration of the tests, with one tax. */
export const config = testConfig({
  legal: { ...testConfig().legal, vatRates: { CAD: [{ name: 'HST', percent: '13' }] } },
});
/** A trip on a bus in Toronto. */
export const trip = relatedTrip.parse({
  ...nullsOf(relatedTrip),
  id: '00000000-0000-4000-8000-000000000002',
  line: { id: '11', name: '11', longName: null, color: null, textColor: null },
  from: 'Harbour',
  to: 'Hill',
  transportType: 'bus',
  startedAt: '2026-03-01T09:00:00Z',
  serviceDay: '2026-03-01',
  timeZone: 'America/Toronto',
  price: cad(370),
});
/** A paid payment with a trip that cost half of it. */
export const payment = paymentDetail.parse({
  ...nullsOf(paymentDetail),
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
  trips: [trip],
  products: [],
  previouslyPaid: cad(0),
  differencePaid: cad(740),
  debtPaid: cad(0),
  charges: [],
  countsByItself: false,
  writtenOff: null,
  alsoCollected: [],
  splitDays: [],
  receiptAvailable: true,
});

/** The receipt of a passenger's own payment. */
export async function writeForPassenger(
  changes: Partial<typeof payment>,
  locale: Locale = 'en_CA',
): Promise<ReceiptDocument> {
  return await writeReceipt(config, { kind: 'account', payment: { ...payment, ...changes } }, locale);
}

/** The receipt of a guest for the same payment. */
export async function writeForGuest(
  changes: Partial<PublicReceipt>,
  locale: Locale = 'en_CA',
): Promise<ReceiptDocument> {
  const { srid, serviceDay, timeZone, closedAt, reason, method, status, due, paid, tripCount } = payment;
  const found = { srid: srid ?? '', serviceDay, timeZone, closedAt, reason, method, status, due, paid, tripCount };
  const guest = { ...found, writtenOff: null, chargedOn: [], refunds: [], available: true, ...changes };
  const supplies = [{ day: serviceDay, amountMinor: 740 }];
  return await writeReceipt(config, { kind: 'public', payment: guest, supplies }, locale);
}
