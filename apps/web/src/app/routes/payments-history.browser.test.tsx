import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../../test/fake-server.ts';
import { linkToFare, openPayment, passengerWithPayments, paymentsPath } from '../../../test/open-payment.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildPayment, buildRelatedTrip, cad } from '../../../test/travel-fixtures.ts';

passengerWithPayments();

const trip = (amountMinor: number, fareReason: string, startedAt: string) =>
  buildRelatedTrip({ price: cad(amountMinor), fareReason, startedAt });

describe('why this amount', () => {
  test('is a line for each trip with line, places, time, price and reason, and says what was saved [HIST-05]', async () => {
    const { words } = await openPayment({
      due: cad(750),
      paid: cad(750),
      differencePaid: cad(750),
      trips: [
        trip(375, 'single fare', '2026-11-20T12:34:00Z'),
        trip(0, 'free transfer', '2026-11-20T12:55:00Z'),
        trip(375, 'daily cap reached', '2026-11-20T22:00:00Z'),
        trip(0, 'daily cap reached', '2026-11-21T00:11:00Z'),
      ],
    });

    const said = words();
    for (const line of [
      '12 Cathedral → Harbour 07:34 Pay as you go $3.75',
      '12 Cathedral → Harbour 07:55 Transfer included $0.00',
      '12 Cathedral → Harbour 19:11 Daily cap of $7.50 reached $0.00',
      'Total $7.50',
      'You saved Compared with the fares without a cap. $3.75',
    ])
      expect(said).toContain(line);
    expect(said).not.toContain(t('payments.storyPreviouslyPaid'));
  });

  test('says what was saved at least where a capped trip has no full price', async () => {
    const { words } = await openPayment({
      due: cad(375),
      paid: cad(375),
      differencePaid: cad(375),
      trips: [
        trip(375, 'single fare', '2026-11-20T12:34:00Z'),
        trip(0, 'daily cap reached', '2026-11-20T22:00:00Z'),
        { ...trip(0, 'daily cap reached', '2026-11-21T00:11:00Z'), to: 'Airport' },
      ],
    });

    expect(words()).toContain('You saved at least Compared with the fares without a cap. $3.75');
  });

  test('calls a cap of several days by its name, and not a daily cap', async () => {
    const trips = [trip(50, 'multi day cap', '2026-11-20T12:34:00Z'), trip(0, 'multi day cap', '2026-11-20T22:00:00Z')];

    const { words } = await openPayment({ due: cad(50), paid: cad(50), differencePaid: cad(50), trips });

    expect(words()).toContain('12 Cathedral → Harbour 07:34 Cap for several days reached $0.50');
    expect(words()).not.toContain(t('trips.fareReason_daily_cap'));
  });

  test('leads from a trip to the details of that trip, however old it is [HIST-05]', async () => {
    const { screen, detail } = await openPayment({});
    const [first] = detail.trips;

    const link = screen.getByRole('link', { name: /Cathedral → Harbour/ });

    await expect.element(link).toHaveAttribute('href', expect.stringContaining(`open=${first?.id}`));
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('to=2026-11-20T14:01'));
  });

  test('shows the price of each product, what was paid before and what was paid then [HIST-05]', async () => {
    const trips = [buildRelatedTrip({ price: cad(1125), fareReason: 'day pass bought' })];
    const products = [{ id: trips[0]?.id ?? '', name: 'Day pass', price: cad(1125), tripId: trips[0]?.id ?? null }];

    const { words } = await openPayment({
      due: cad(1125),
      paid: cad(1125),
      trips,
      products,
      previouslyPaid: cad(300),
      differencePaid: cad(825),
      charges: [
        { at: '2026-11-21T09:30:00Z', direction: 'debit', kind: 'charge', amount: cad(300), approved: true },
        { at: '2026-11-22T09:30:00Z', direction: 'debit', kind: 'debt_recovery', amount: cad(825), approved: true },
      ],
    });

    const said = words();
    for (const line of [
      'PLT*7K2M4Q9T1XB5ZC $3.00 PLT*7K2M4Q9T1XB5ZC $8.25',
      'Day pass $11.25',
      'Covered by: Day pass $0.00',
      'Previously paid $3.00 Difference paid $8.25',
    ])
      expect(said).toContain(line);
  });

  test('calls an unexplained difference by its name, and not a cap', async () => {
    const { words } = await openPayment({ due: cad(340), paid: cad(340) });

    expect(words()).toContain('Difference we cannot explain -$0.35');
    expect(words()).toContain(t('payments.storyUnexplainedHelp'));
    expect(words()).not.toMatch(/cap\b/i);
  });

  test('says that the bank took more than was due, and what to do', async () => {
    const { words } = await openPayment({ paid: cad(750), previouslyPaid: cad(375), differencePaid: cad(375) });

    expect(words()).toContain('Previously paid $3.75 Difference paid $3.75 More than was due $3.75');
    expect(words()).toContain(t('payments.storyUnexplainedHelp'));
  });

  test('shows what was given back before the charge, at its trip and in the sum', async () => {
    const trips = [buildRelatedTrip({ refund: { amount: cad(100), reason: 'credit' } })];

    const { words } = await openPayment({ due: cad(275), paid: cad(275), trips });

    expect(words()).toContain('Credited before the charge -$1.00 Total $2.75');
  });

  test('leads from a later collection to the payment that was due', async () => {
    const recovers = linkToFare();

    const { screen } = await openPayment({ reason: 'debt_recovery', trips: [], recovers });

    const link = screen.getByRole('link', { name: t('payments.recovers') });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining(`open=${recovers.id}`));
  });

  test('leads from a refund to the payment that it refunds, and offers the receipt of that', async () => {
    const refundOf = linkToFare();
    const { screen } = await openPayment({
      reason: 'refund',
      trips: [],
      receiptAvailable: false,
      total: cad(-375),
      refundOf,
    });

    const link = screen.getByRole('link', { name: t('payments.refundOf') });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining(`open=${refundOf.id}`));
    await expect.element(screen.getByRole('button', { name: t('receipts.download') })).toBeVisible();
  });

  test('says of what was collected later that it paid an unpaid fare', async () => {
    const { words } = await openPayment({ reason: 'debt_recovery', trips: [], total: cad(0) });

    expect(words()).toContain(`${t('payments.charge_debt_recovery')} $3.75 Total $3.75`);
  });

  test.each(['lost', 'card_dead'] as const)(
    'explains that the bank called the card %s, and does not say that it can travel after a payment',
    async (status) => {
      const { words } = await openPayment({ status, paid: cad(0), charges: [], receiptAvailable: false });

      expect(words()).toContain(t(`payments.statusHelp_${status}`));
      expect(words()).not.toContain('until it is paid');
    },
  );

  test('names its card by the last digits, which a screen reader reads as words', async () => {
    const { words } = await openPayment({});

    expect(words()).toContain(`Visa •••• 4242 ${t('cards.numberEnding', { digits: '4242' })}`);
  });

  test('says nothing about a card of which neither scheme nor number is known', async () => {
    await openPayment({ medium: { scheme: null, lastFour: null } });

    const details = [...document.querySelectorAll('table dt')].map(({ textContent }) => textContent);
    expect(details).toContain(t('payments.colMethod'));
    expect(details).not.toContain(t('common.card'));
  });

  test('names the partner who ran a trip, and never adds two currencies', async () => {
    const abroad = { operator: 'Far Shore', timeZone: 'Europe/Paris', price: { amountMinor: 250, currency: 'EUR' } };

    const { words } = await openPayment({
      due: cad(590),
      paid: cad(590),
      trips: [buildRelatedTrip(), buildRelatedTrip(abroad)],
    });

    expect(words()).toMatch(/15:00 Pay as you go Far Shore €2\.50/);
    expect(words()).toContain(`${t('payments.storyConverted')} $2.15 Total $5.90`);
  });
});

test.each([
  ['a phone', 390, '1 trip Paid refunded $3.00 in 2 parts'],
  ['a desk', 1280, '$3.75 refunded $3.00 in 2 parts CAD'],
])('shows on %s what the bank took and below it what it gave back, each refund separately', async (_, width, row) => {
  await page.viewport(width, 844);
  onTestFinished(() => page.viewport(1280, 800));
  const back = (amountMinor: number, at: string) =>
    ({ at, direction: 'credit', kind: 'refund', amount: cad(amountMinor), approved: true }) as const;
  const charges = [back(200, '2026-11-23T15:00:00Z'), back(100, '2026-11-24T15:00:00Z')];

  const { words } = await openPayment({ charges, refunded: { amount: cad(300), count: 2, lastAt: null } });

  expect(words()).toContain(row);
  expect(words()).toContain('Refunded on 2026/11/23 -$2.00 Refunded on 2026/11/24 -$1.00 Total after refund $0.75');
});

test('shows at each trip what was given back of it, and under the total what was given back in all [RFND-03]', async () => {
  const refund = { amount: cad(100), reason: 'delay' };
  const charge = { at: '2026-11-23T15:00:00Z', direction: 'credit', kind: 'refund', approved: true } as const;

  const { words } = await openPayment({
    trips: [buildRelatedTrip({ refund })],
    charges: [{ ...charge, amount: cad(100) }],
    refunded: { amount: cad(100), count: 1, lastAt: charge.at },
  });

  expect(words()).toMatch(/\$1\.00 refunded \$3\.75/);
  expect(words()).toContain('Refunded on 2026/11/23 -$1.00 Total after refund $2.75');
});

test('a payment of which operator and bank say different things tells no paid amount, neither in the details nor in the sum', async () => {
  const refused = { at: null, direction: 'debit', kind: 'charge', amount: cad(740), approved: false } as const;
  const amounts = { due: cad(740), paid: cad(740), total: cad(740) };

  const { words } = await openPayment({ status: 'corrupted', ...amounts, charges: [refused], receiptAvailable: false });

  expect(words()).toContain(t('payments.statusHelp_corrupted'));
  // The sum of the list is on paper only.
  expect(document.querySelector('main')?.textContent).toContain(`${t('payments.colPaid')}$0.00`);
  expect(words()).toContain('Total $7.40');
  // A statement has no line for what the bank refused.
  expect(words()).not.toContain(t('payments.statementHeading'));
});

test('a refund in another currency stands beside the payment, and no sum contains both', async () => {
  const back = { at: '2026-11-21T10:00:00Z', direction: 'credit', kind: 'refund', approved: true } as const;
  const amount = { amountMinor: 540, currency: 'USD' };

  const { words } = await openPayment({ charges: [{ ...back, amount }], receiptAvailable: false });

  expect(words()).toContain('Refunded on 2026/11/21 -US$5.40');
  expect(words()).not.toContain(t('payments.storyNet'));
});

describe('the line on the statement', () => {
  const refused = {
    at: '2026-11-21T09:30:00Z',
    direction: 'debit',
    kind: 'charge',
    amount: cad(375),
    approved: false,
  } as const;

  test.each(['payment_error', 'lost', 'card_dead', 'none'] as const)(
    'does not exist for a payment that is %s',
    async (status) => {
      const { words } = await openPayment({ status, paid: cad(0), charges: status === 'none' ? [] : [refused] });

      expect(words()).not.toContain(t('payments.statementHeading'));
      expect(words()).not.toContain('PLT*');
    },
  );

  test('is announced for a payment that is open', async () => {
    const { words } = await openPayment({ status: 'open', paid: cad(0), charges: [] });

    expect(words()).toContain(t('payments.statementNone'));
    expect(words()).not.toContain('PLT*');
  });

  test("exists for a charge that the bank has, whatever the payment's state", async () => {
    const { words, detail } = await openPayment({ status: 'pending', due: cad(375), paid: cad(0), charges: [] });

    expect(words()).toContain(`${detail.statementLine} $3.75`);
  });
});

test.each(['accepted', 'pending', 'none', 'payment_error', 'application_error'] as const)(
  'a payment that is %s, without a movement of the bank and without a reference, is not announced as a later charge',
  async (status) => {
    const paid = status === 'accepted' ? cad(375) : cad(0);

    const { words } = await openPayment({ status, paid, charges: [], srid: null, statementLine: null });

    expect(words()).not.toContain(t('payments.bankNone'));
    expect(words()).not.toContain(t('payments.statementNone'));
  },
);

test('leads from a payment to the operator, in a mail that names the statement reference', async () => {
  signIn({}, { contacts: { en_CA: { email: 'help@transit.example' } } });

  const { screen, words } = await openPayment({ srid: '7K2M4Q9T1XB5ZC' });

  const link = screen.getByRole('main').getByRole('link', { name: /^Write to/ });
  const address = 'mailto:help@transit.example?subject=Statement%20reference%20(SRID)%207K2M4Q9T1XB5ZC';
  await expect.element(link).toHaveAttribute('href', address);
  expect(words()).toContain(t('payments.ask'));
});

test('a page that becomes visible again shows refunds that were made meanwhile', async () => {
  const payment = buildPayment({ due: cad(750), paid: cad(750), total: cad(750) });
  server.answer('listPayments', () => ({ items: [payment], nextCursor: null }));
  const { screen } = await openPortal(paymentsPath);
  await expect.element(screen.getByText('$7.50').first()).toBeVisible();
  const refunded = { amount: cad(375), count: 1, lastAt: '2026-11-22T15:00:00Z' };
  server.answer('listPayments', () => ({ items: [buildPayment({ ...payment, refunded })], nextCursor: null }));

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));

  await expect.element(screen.getByText(/refunded \$3\.75 on/).first()).toBeVisible();
});
