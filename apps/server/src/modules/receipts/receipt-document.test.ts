import { paymentDetail, relatedTrip } from '@tapfolio/contracts/payments.ts';
import type { PublicReceipt } from '@tapfolio/contracts/receipts.ts';
import { expect, it } from 'vitest';
import { nullsOf } from '../../../../../packages/contracts/test/nulls-of.ts';
import { testConfig } from '../../../test/build-app.ts';
import { writeReceipt } from './receipt-document.ts';

const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });
const config = testConfig({
  legal: { ...testConfig().legal, vatRates: { CAD: [{ name: 'HST', percent: '13' }] } },
});
const trip = relatedTrip.parse({
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
const payment = paymentDetail.parse({
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
  writtenOff: null,
  alsoCollected: [],
  receiptAvailable: true,
});

it('has the trips in the time of the operator, how they add up to the total, its taxes and the issuer [RCPT-05]', async () => {
  const { facts, trips, sums, taxes, total, issuer } = await writeReceipt(
    config,
    { kind: 'account', payment },
    'en_CA',
  );

  expect(facts.find(({ name }) => name === 'Card')?.value).toMatch(/^Visa .*4242$/);
  expect(trips?.rows).toEqual([['11', 'Harbour to Hill', '2026/03/01 04:00', '$3.70']]);
  expect(sums).toEqual([{ name: 'Difference we cannot explain', value: '$3.70' }]);
  expect([taxes.rows, taxes.net, total.value]).toEqual([[['HST', '13%', '$0.85']], '$6.55', '$7.40']);
  expect(issuer.name).toBe('Lakeshore Transit Commission');
  expect(issuer.lines.join(' ')).toContain(config.legal.vatNumber ?? 'a number');
});

it('names a stop that was delivered as a number or an id as the page does', async () => {
  const ids = { from: '1042', to: '3f1a0c62-51f5-4a0e-9a44-6b8a8f5f7d11' };
  const trips = payment.trips.map((trip) => ({ ...trip, ...ids }));

  const document = await writeReceipt(config, { kind: 'account', payment: { ...payment, trips } }, 'en_CA');

  expect(document.trips?.rows[0]).toContain('Stop 1042 to Stop 3f1a0c62');
});

it('lists a ticket separately, also one that was bought with a trip, and counts its price once', async () => {
  const bought = (tripId: string | null) => ({ id: payment.id, name: 'Day pass', price: cad(370), tripId });
  const products = [bought(trip.id), bought(null)];

  const { products: listed, trips } = await writeReceipt(
    config,
    { kind: 'account', payment: { ...payment, products } },
    'en_CA',
  );

  expect(listed?.rows).toEqual([
    ['Day pass', '$3.70'],
    ['Day pass', '$3.70'],
  ]);
  expect(trips?.rows[0]).toContain('$0.00');
});

const refund = (amountMinor: number, at: string) =>
  ({ at, direction: 'credit', kind: 'refund', amount: cad(amountMinor), approved: true }) as const;
const values = (lines: readonly { name: string; value: string }[]) =>
  lines.map(({ name, value }) => `${name}: ${value}`);

it('lists each refund and certifies the rest, with the taxes on the rest', async () => {
  const charges = [refund(200, '2026-03-14T12:00:00Z'), refund(170, '2026-03-16T12:00:00Z')];

  const { refunds, taxes, total } = await writeReceipt(
    config,
    { kind: 'account', payment: { ...payment, charges, refunded: { amount: cad(370), count: 2, lastAt: null } } },
    'en_CA',
  );

  expect(values(refunds)).toEqual([
    'Total paid: $7.40',
    'Refunded on 2026/03/14: -$2.00',
    'Refunded on 2026/03/16: -$1.70',
  ]);
  expect([taxes.rows, taxes.net, total]).toEqual([
    [['HST', '13%', '$0.43']],
    '$3.27',
    { name: 'Total after refund', value: '$3.70' },
  ]);
});

/** The receipt of a guest. */
async function writeForGuest(overrides: Partial<PublicReceipt>) {
  const { srid, serviceDay, timeZone, closedAt, reason, method, status, due, paid, tripCount } = payment;
  const found = { srid: srid ?? '', serviceDay, timeZone, closedAt, reason, method, status, due, paid, tripCount };
  const guest = { ...found, writtenOff: null, chargedOn: [], refunds: [], available: true, ...overrides };
  const supplies = [{ day: serviceDay, amountMinor: 740 }];
  return await writeReceipt(config, { kind: 'public', payment: guest, supplies }, 'en_CA');
}

it.each([
  ['in full', 740, '$0.00'],
  ['with more than was paid', 840, '-$1.00'],
])('certifies nothing of a payment that was refunded %s', async (_, amountMinor, kept) => {
  const refunds = [{ at: '2026-03-14T12:00:00Z', amount: cad(amountMinor) }];

  const { taxes, total } = await writeForGuest({ refunds });

  expect([taxes.rows, taxes.net, total.value]).toEqual([[['HST', '13%', '$0.00']], '$0.00', kept]);
});

it.each([
  ['is still unpaid', { status: 'payment_error' }, 'Still unpaid: $0.70'],
  ['nobody asks for any more', { status: 'accepted', writtenOff: cad(70) }, 'No longer asked for: $0.70'],
] as const)('certifies the part that was paid, and shows the rest that %s', async (_, rest, line) => {
  const part = { ...payment, paid: cad(300), differencePaid: cad(300), due: cad(370), ...rest };

  const { paid, due } = part;
  const { sums, total } = await writeReceipt(config, { kind: 'account', payment: part }, 'en_CA');
  const guest = await writeForGuest({ paid, due, ...rest });

  expect([values(sums), total.value]).toEqual([['Total: $3.70', line], '$3.00']);
  expect([values(guest.sums), guest.total]).toEqual([values(sums), total]);
});

it('says that more was taken than was due, and has no sums if nothing is to be explained, to a guest too', async () => {
  const [overpaid, whole] = [await writeForGuest({ due: cad(370) }), await writeForGuest({})];

  expect([values(overpaid.sums), overpaid.total.value]).toEqual([
    ['Total: $3.70', 'More than was due: $3.70'],
    '$7.40',
  ]);
  expect([whole.sums, whole.total.value]).toEqual([[], '$7.40']);
});

it('gives each trip its reason and shows what was saved', async () => {
  const told = (fareReason: string, amountMinor: number) => ({ ...trip, fareReason, price: cad(amountMinor) });
  const trips = [told('single fare', 370), told('free transfer', 0), told('daily cap reached', 130)];

  const receipt = await writeReceipt(
    config,
    { kind: 'account', payment: { ...payment, due: cad(500), paid: cad(500), trips } },
    'en_CA',
  );

  expect(receipt.trips?.rows.map(([, route, , price]) => [route, price])).toEqual([
    ['Harbour to Hill', '$3.70'],
    ['Harbour to Hill (Transfer included)', '$0.00'],
    ['Harbour to Hill (Daily cap of $5.00 reached)', '$1.30'],
  ]);
  expect(values(receipt.sums)).toEqual(['You saved: $2.40']);
});

it('says what was saved at least where a capped trip has no full price', async () => {
  const told = (fareReason: string, amountMinor: number, to: string) => ({
    ...trip,
    to,
    fareReason,
    price: cad(amountMinor),
  });
  const trips = [told('single fare', 370, 'Hill'), told('daily cap', 130, 'Hill'), told('daily cap', 0, 'Airport')];

  const receipt = await writeReceipt(
    config,
    { kind: 'account', payment: { ...payment, due: cad(500), paid: cad(500), trips } },
    'en_CA',
  );

  expect(values(receipt.sums)).toEqual(['You saved at least: $2.40']);
});

it("names the operators if a partner ran one of the trips, each trip in its own operator's time", async () => {
  const abroad = { ...trip, operator: 'Over the border', timeZone: 'Europe/Paris' };

  const { trips } = await writeReceipt(
    config,
    { kind: 'account', payment: { ...payment, trips: [trip, abroad] } },
    'en_CA',
  );

  expect(trips?.head[0]).toBe('Operator');
  expect(trips?.rows.map(([operator, , , at]) => [operator, at])).toEqual([
    [config.operators[0]?.name, '2026/03/01 04:00'],
    ['Over the border', '2026/03/01 10:00'],
  ]);
});

it.each([
  ['en_CA', '2026/03/01 04:00'],
  ['fr_CA', '01/03/2026 04\u00a0h\u00a000\u00a0min'],
  ['de_DE', '2026.03.01 04:00:00'],
  ['sk_SK', '01.03.2026 04:00:00'],
] as const)('[I18N-06] writes the times of trips in %s as %s', async (locale, at) => {
  const { trips } = await writeReceipt(config, { kind: 'account', payment }, locale);

  expect(trips?.rows[0]?.[2]).toBe(at);
});

it("prints Québec's taxes by their exact rates", async () => {
  const quebec = [
    { name: 'TPS', percent: '5' },
    { name: 'TVQ', percent: '9.975' },
  ];
  const montreal = testConfig({ legal: { ...config.legal, vatRates: { CAD: quebec } } });

  const { taxes } = await writeReceipt(montreal, { kind: 'account', payment }, 'fr_CA');

  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  expect(taxes.rows.map((row) => row.map(plain))).toEqual([
    ['TPS', '5 %', '0,32 $'],
    ['TVQ', '9,975 %', '0,64 $'],
  ]);
});

it('certifies the rate of the service day, before and after a rate has changed', async () => {
  const hst = [
    { name: 'HST', percent: '15', until: '2026-03-31' },
    { name: 'HST', percent: '14', from: '2026-04-01' },
  ];
  const halifax = testConfig({ legal: { ...config.legal, vatRates: { CAD: hst } } });
  const on = (serviceDay: string, priceMinor: number) => ({ ...trip, serviceDay, price: cad(priceMinor) });
  const ratesOf = async (changes: Partial<typeof payment>) => {
    const source = { kind: 'account', payment: { ...payment, serviceDay: '2026-03-31', ...changes } } as const;
    const { taxes } = await writeReceipt(halifax, source, 'en_CA');
    return [...taxes.rows.map(([, ...rest]) => rest.join(' ')), taxes.net];
  };

  expect(await ratesOf({ trips: [] })).toEqual(['15% $0.97', '$6.43']);
  expect(await ratesOf({ trips: [on('2026-04-01', 740)] })).toEqual(['14% $0.91', '$6.49']);
  const both = [on('2026-03-31', 370), on('2026-04-01', 370)];
  expect(await ratesOf({ trips: both })).toEqual(['15% $0.48', '14% $0.45', '$6.47']);
  // Half of it was paid.
  expect(await ratesOf({ trips: both, paid: cad(370) })).toEqual(['15% $0.24', '14% $0.23', '$3.23']);
  // The first trip was given back.
  const back = { at: null, direction: 'credit', kind: 'refund', amount: cad(370), approved: true } as const;
  const refunded = { ...on('2026-03-31', 370), refund: { reason: null, amount: cad(370) } };
  expect(await ratesOf({ trips: [refunded, on('2026-04-01', 370)], charges: [back] })).toEqual(['14% $0.45', '$3.25']);
  // A ticket is of the day of its payment.
  const ticket = { id: payment.id, name: 'Day pass', price: cad(370), tripId: null };
  expect(await ratesOf({ trips: [on('2026-04-01', 370)], products: [ticket] })).toEqual([
    ...['15% $0.48', '14% $0.45', '$6.47'],
  ]);
  // Fares in another currency cost what the operator charged for them; of two other currencies nothing tells how much each cost.
  const foreign = (day: string, amountMinor: number, currency = 'USD') => ({
    ...on(day, 0),
    price: { amountMinor, currency },
  });
  expect(await ratesOf({ trips: [foreign('2026-04-01', 270)] })).toEqual(['14% $0.91', '$6.49']);
  const abroad = [foreign('2026-03-31', 100), foreign('2026-04-01', 300)];
  expect(await ratesOf({ trips: abroad })).toEqual(['15% $0.24', '14% $0.68', '$6.48']);
  expect(await ratesOf({ trips: [on('2026-03-31', 370), foreign('2026-04-01', 270)] })).toEqual([
    ...['15% $0.48', '14% $0.45', '$6.47'],
  ]);
  const ofTwo = (day: string) => [on('2026-04-01', 100), foreign('2026-04-01', 100), foreign(day, 100, 'EUR')];
  expect(await ratesOf({ trips: ofTwo('2026-04-01') })).toEqual(['14% $0.91', '$6.49']);
  expect(await ratesOf({ trips: ofTwo('2026-03-31') })).toEqual(['15% $0.97', '$6.43']);
});

it('refuses a day without taxes, rather than certify that there were none', async () => {
  const later = testConfig({
    legal: { ...config.legal, vatRates: { CAD: [{ name: 'HST', percent: '13', from: '2026-03-02' }] } },
  });

  await expect(writeReceipt(later, { kind: 'account', payment }, 'en_CA')).rejects.toMatchObject({ code: 'NWA0012' });
});

it('refuses a currency without taxes', async () => {
  const strange = { ...payment, paid: { amountMinor: 740, currency: 'GBP' } };

  await expect(writeReceipt(config, { kind: 'account', payment: strange }, 'en_CA')).rejects.toMatchObject({
    code: 'NWA0012',
  });
});

it('prints the lines that the law asks for also in a language for which the operator has none', async () => {
  const registrationLines = { en_CA: ['Registered in Ontario, no. 7'] };
  const registered = testConfig({ legal: { ...config.legal, registrationLines } });

  const { issuer } = await writeReceipt(registered, { kind: 'account', payment }, 'fr_CA');

  expect(issuer.lines).toContain('Registered in Ontario, no. 7');
});
