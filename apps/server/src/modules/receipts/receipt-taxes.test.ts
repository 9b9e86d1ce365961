import { expect, it } from 'vitest';
import { testConfig } from '../../../test/build-app.ts';
import { cad, config, payment, trip } from '../../../test/receipt-fixture.ts';
import { writeReceipt } from './receipt-document.ts';

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
  // A part of the first trip was given back, then more of it than it cost.
  const given = (amountMinor: number) => ({
    trips: [{ ...on('2026-03-31', 370), refund: { reason: null, amount: cad(amountMinor) } }, on('2026-04-01', 370)],
    charges: [{ ...back, amount: cad(amountMinor) }],
  });
  expect(await ratesOf(given(140))).toEqual(['15% $0.30', '14% $0.45', '$5.25']);
  expect(await ratesOf(given(400))).toEqual(['14% $0.42', '$2.98']);
  // A ticket is of the day of its payment.
  const ticket = { id: payment.id, name: 'Day pass', price: cad(370), tripId: null };
  expect(await ratesOf({ trips: [on('2026-04-01', 370)], products: [ticket] })).toEqual([
    ...['15% $0.48', '14% $0.45', '$6.47'],
  ]);
  // The price of a trip contains the ticket that was bought with it.
  const bought = { ...ticket, tripId: trip.id };
  expect(await ratesOf({ trips: [on('2026-04-01', 740)], products: [bought] })).toEqual(['14% $0.91', '$6.49']);
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
  const four = [on('2026-03-31', 185), on('2026-03-31', 185), foreign('2026-04-01', 135), foreign('2026-04-01', 135)];
  expect(await ratesOf({ trips: four })).toEqual(['15% $0.48', '14% $0.45', '$6.47']);
  // A trip that cost nothing has no currency; if nothing was charged for fares, nobody knows of which day the charge is.
  const free = foreign('2026-03-31', 0);
  expect(await ratesOf({ trips: [free, on('2026-03-31', 370), on('2026-04-01', 370)] })).toEqual([
    ...['15% $0.48', '14% $0.45', '$6.47'],
  ]);
  const unpaid = [on('2026-04-01', 740), foreign('2026-03-31', 270)];
  expect(await ratesOf({ trips: unpaid })).toEqual(['15% $0.97', '$6.43']);
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
