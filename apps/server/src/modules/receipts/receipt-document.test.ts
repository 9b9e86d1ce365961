import { expect, it } from 'vitest';
import { testConfig } from '../../../test/build-app.ts';
import { cad, config, payment, trip, writeForGuest, writeForPassenger } from '../../../test/receipt-fixture.ts';
import { writeReceipt } from './receipt-document.ts';

const values = (lines: readonly { name: string; value: string }[]) =>
  lines.map(({ name, value }) => `${name}: ${value}`);

it('has the payment, the trips in the time of the operator, the tickets, the taxes in the total and the issuer [RCPT-05]', async () => {
  const products = [{ id: payment.id, name: 'Day pass', price: cad(370), tripId: null }];

  expect(await writeForPassenger({ products })).toEqual({
    language: 'en',
    region: 'CA',
    documentTitle: 'Receipt E0ZKJ1J6R9ZJZR, Lakeshore Transit',
    title: 'Receipt',
    brand: 'Lakeshore Transit',
    colon: ': ',
    date: { year: 2026, month: 3, day: 2, hour: 8, minute: 0, second: 0 },
    facts: [
      { name: 'Statement reference', value: 'E0ZKJ1J6R9ZJZR' },
      { name: 'Day of travel', value: 'Sunday, March 1, 2026' },
      { name: 'Charged on', value: '2026/03/02' },
      { name: 'For', value: 'Travel (1 trip)' },
      { name: 'Paid by', value: 'Bank card' },
      { name: 'Card', value: 'Visa ending in 4242' },
    ],
    trips: {
      title: 'Trips',
      head: ['Line', 'Trip', 'Start', 'Price'],
      rows: [['11', 'Harbour to Hill', '2026/03/01 04:00', '$3.70']],
    },
    products: { title: 'Tickets and passes', head: ['Product', 'Price'], rows: [['Day pass', '$3.70']] },
    sums: [],
    refunds: [],
    taxes: {
      title: 'Taxes included',
      head: ['Tax', 'Rate', 'Amount'],
      rows: [['HST', '13%', '$0.85']],
      netName: 'Amount before taxes',
      net: '$6.55',
    },
    total: { name: 'Total paid', value: '$7.40' },
    note: null,
    issuer: {
      title: 'Issued by',
      name: 'Lakeshore Transit Commission',
      lines: [
        'Lakeshore Transit Commission',
        ...config.legal.address,
        `Tax number: ${config.legal.vatNumber ?? 'a number'}`,
      ],
    },
    page: 'Page {page} of {pages}',
  });
});

it('has for a guest the money alone, in French with a space before each colon that no line ends at [RCPT-03]', async () => {
  const refunds = [{ at: null, amount: cad(100) }];
  const chargedOn = ['2026-03-02', '2026-03-05'];

  expect(await writeForGuest({ refunds, chargedOn, closedAt: null, tripCount: 0 }, 'fr_CA')).toEqual({
    language: 'fr',
    region: 'CA',
    documentTitle: 'Reçu E0ZKJ1J6R9ZJZR, Lakeshore Transit',
    title: 'Reçu',
    brand: 'Lakeshore Transit',
    colon: '\u00a0: ',
    date: { year: 2026, month: 3, day: 1, hour: 12, minute: 0, second: 0 },
    facts: [
      { name: 'Référence de relevé', value: 'E0ZKJ1J6R9ZJZR' },
      { name: 'Jour du déplacement', value: 'Dimanche 1er mars 2026' },
      { name: 'Débité le', value: '02/03/2026, 05/03/2026' },
      { name: 'Pour', value: 'Déplacements' },
      { name: 'Payé par', value: 'Carte bancaire' },
    ],
    trips: null,
    products: null,
    sums: [],
    refunds: [
      { name: 'Total payé', value: '7,40\u00a0$' },
      { name: 'Remboursé', value: '-1,00\u00a0$' },
    ],
    taxes: {
      title: 'Taxes comprises',
      head: ['Taxe', 'Taux', 'Montant'],
      rows: [['HST', '13\u00a0%', '0,74\u00a0$']],
      netName: 'Montant avant taxes',
      net: '5,66\u00a0$',
    },
    total: { name: 'Total après remboursement', value: '6,40\u00a0$' },
    note: 'Ce reçu a été émis à partir d’une référence de relevé et de son montant, sans compte. Il ne montre donc ni lieux ni heures.',
    issuer: {
      title: 'Émis par',
      name: 'Lakeshore Transit Commission',
      lines: [
        'Lakeshore Transit Commission',
        ...config.legal.address,
        `Numéro de taxe\u00a0: ${config.legal.vatNumber ?? 'a number'}`,
      ],
    },
    page: 'Page {page} sur {pages}',
  });
});

it('says what is not recorded of a trip and of the card, and what the fares do not explain', async () => {
  const bare = { ...trip, line: null, from: null, to: null };

  const { facts, trips, sums } = await writeForPassenger({
    trips: [bare, trip],
    medium: { scheme: null, lastFour: '4242' },
  });
  const { facts: fewer } = await writeForPassenger({
    trips: [trip],
    charges: [],
    medium: { scheme: 'VISA', lastFour: null },
  });
  const { trips: none, products, sums: others } = await writeForPassenger({ trips: [], due: cad(740) });

  expect(trips?.rows.map((row) => row.slice(0, 2))).toEqual([
    ['not recorded', 'Stop not recorded'],
    ['11', 'Harbour to Hill'],
  ]);
  expect(facts).toContainEqual({ name: 'Card', value: 'Bank card ending in 4242' });
  expect(sums).toEqual([]);
  expect(fewer.map(({ name }) => name)).not.toContain('Card');
  expect([none, products]).toEqual([null, null]);
  expect(values(others)).toEqual(['Difference we cannot explain: $7.40']);
});

it('lists a ticket separately, also one that was bought with a trip, and counts its price once', async () => {
  const bought = (tripId: string | null) => ({ id: payment.id, name: 'Day pass', price: cad(370), tripId });
  const products = [bought(trip.id), bought(null)];

  const { products: listed, trips } = await writeForPassenger({ products });

  expect(listed?.rows).toEqual([
    ['Day pass', '$3.70'],
    ['Day pass', '$3.70'],
  ]);
  expect(trips?.rows[0]).toContain('$0.00');
});

const refund = (amountMinor: number, at: string) =>
  ({ at, direction: 'credit', kind: 'refund', amount: cad(amountMinor), approved: true }) as const;

it('lists each refund and certifies the rest, with the taxes on the rest', async () => {
  const charges = [
    { ...refund(740, '2026-03-02T08:00:00Z'), direction: 'debit', kind: 'charge' } as const,
    refund(200, '2026-03-14T12:00:00Z'),
    { ...refund(500, '2026-03-15T12:00:00Z'), approved: false },
    // In Toronto it is still the day before.
    refund(170, '2026-03-17T03:00:00Z'),
  ];

  const { sums, refunds, taxes, total } = await writeForPassenger({
    trips: [{ ...trip, price: cad(740) }],
    charges,
    refunded: { amount: cad(370), count: 2, lastAt: null },
  });

  expect(values(sums)).toEqual(['Total: $7.40']);
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

  const receipt = await writeForPassenger({ due: cad(500), paid: cad(500), trips });

  expect(receipt.trips?.rows.map(([, route, , price]) => [route, price])).toEqual([
    ['Harbour to Hill', '$3.70'],
    ['Harbour to Hill (Transfer included)', '$0.00'],
    ['Harbour to Hill (Daily cap of $5.00 reached)', '$1.30'],
  ]);
  expect(values(receipt.sums)).toEqual(['You saved: $2.40']);
});

it.each([
  ['a pass', ['monthly pass'], ['Covered by a pass']],
  ['a pass that was bought with the payment', ['monthly pass'], ['Covered by: Day pass'], 'Day pass'],
  ['a cap that is not known, as more was paid afterwards', ['daily cap', 'single fare'], ['Daily cap reached', null]],
  ['the words of the back office, if we have none', ['Senior day'], ['Senior day']],
])('gives as the reason of a trip %s', async (_, reasons, expected, pass?: string) => {
  const products = pass === undefined ? [] : [{ id: payment.id, name: pass, price: cad(370), tripId: null }];
  const told = reasons.map((fareReason) => ({ ...trip, line: null, fareReason }));

  const { trips } = await writeForPassenger({ trips: told, products });

  const routes = expected.map((reason) => (reason === null ? 'Harbour to Hill' : `Harbour to Hill (${reason})`));
  expect(trips?.head).toEqual(['Trip', 'Start', 'Price']);
  expect(trips?.rows.map(([route]) => route)).toEqual(routes);
});

it.each([
  ['daily cap reached', 'Daily cap reached'],
  ['multi-day cap reached', 'Cap for several days reached'],
  ['weekly cap reached', 'Weekly cap reached'],
  ['monthly cap reached', 'Monthly cap reached'],
  ['free transfer', 'Transfer included'],
])('says what the %s took off the fares as a whole', async (fareReason, name) => {
  const { sums } = await writeForPassenger({ due: cad(300), paid: cad(300), trips: [{ ...trip, fareReason }] });

  expect(values(sums)[0]).toBe(`${name}: -$0.70`);
});

it('says what was saved at least where a capped trip has no full price', async () => {
  const told = (fareReason: string, amountMinor: number) => ({ ...trip, fareReason, price: cad(amountMinor) });
  const trips = [told('single fare', 370), told('daily cap', 130), { ...told('daily cap', 0), to: 'Airport' }];

  const receipt = await writeForPassenger({ due: cad(500), paid: cad(500), trips });

  expect(values(receipt.sums)).toEqual(['You saved at least: $2.40']);
});

it("names the operators if a partner ran one of the trips, each trip in its own operator's time", async () => {
  const abroad = { ...trip, operator: 'Over the border', timeZone: 'Europe/Paris' };

  const { trips } = await writeForPassenger({ trips: [trip, abroad] });

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

it('prints the lines that the law asks for also in a language for which the operator has none', async () => {
  const registrationLines = { en_CA: ['Registered in Ontario, no. 7'] };
  const registered = testConfig({ legal: { ...config.legal, registrationLines, vatNumber: undefined } });

  const { issuer } = await writeReceipt(registered, { kind: 'account', payment }, 'fr_CA');

  expect(issuer.lines).toEqual([issuer.name, ...config.legal.address, 'Registered in Ontario, no. 7']);
});
