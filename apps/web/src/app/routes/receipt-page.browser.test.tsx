import { type GuestDebt, guestDebt } from '@tapfolio/contracts/debts.ts';
import { locales } from '@tapfolio/domain/locale.ts';
import { expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { refuse, server, traceId } from '../../../test/fake-server.ts';
import { buildPortalConfig } from '../../../test/fixtures.ts';
import { brokenWords } from '../../../test/measure-words.ts';
import { quickenIntervals } from '../../../test/quick-intervals.ts';
import { openPortal, t } from '../../../test/render.tsx';
import { buildDebt, cad } from '../../../test/travel-fixtures.ts';
import type { PublicReceipt } from '../../features/receipts/api/find-receipts.ts';
import { setLanguage } from '../../lib/i18n.ts';

/** What the statement line of an unpaid fare finds. */
const foundBy = ({ srid, serviceDay, timeZone }: GuestDebt, overrides: Partial<PublicReceipt>) => ({
  items: [
    {
      srid: srid ?? '',
      serviceDay,
      timeZone,
      tripCount: 1,
      reason: 'trip' as const,
      method: 'emv' as const,
      status: 'payment_error' as const,
      due: cad(750),
      paid: cad(0),
      writtenOff: null,
      closedAt: null,
      chargedOn: [],
      refunds: [],
      available: false,
      ...overrides,
    },
  ],
});

// The page remembers the state of a fare, so each test that changes it has a fare of its own.
test.each([
  ['payment_error', '7K2M4Q9T1XB5Z1'],
  ['lost', '7K2M4Q9T1XB5Z2'],
  ['card_dead', '7K2M4Q9T1XB5Z3'],
] as const)(
  'the holder of a statement line sees that unpaid fare (%s) and pays it, without an account',
  async (status, srid) => {
    const debt = guestDebt.parse(buildDebt({ srid }));
    let now = debt;
    server.answer('findReceipts', () => foundBy(debt, { status }));
    server.answer('findDebt', () => now);
    server.answer('collectFoundDebt', () => {
      now = { ...debt, state: 'requested', nextStep: 'wait' };
      return { state: 'requested' as const, amount: cad(750) };
    });
    const { screen } = await openPortal('/receipt-page');
    await screen.getByLabelText(t('common.statementReference')).fill(`${srid} 7.50`);
    await screen.getByRole('button', { name: t('receipts.submit') }).click();
    await expect.element(screen.getByRole('heading', { name: t('receipts.found', { count: 1 }) })).toBeVisible();
    await expect.element(screen.getByText(t('errors.NWA0013'), { exact: true })).toBeVisible();
    // The bank has taken nothing yet, and the unpaid fare shows the state of the payment.
    for (const said of ['$0.00', t(`common.paymentStatus.${status}`)])
      expect(screen.getByText(said).elements()).toHaveLength(0);
    const found = screen.getByRole('region', { name: t('debts.guestHeading', { date: '2026/11/13' }) });
    await found.getByRole('button', { name: t('debts.pay', { amount: '$7.50' }) }).click();

    await screen
      .getByRole('dialog')
      .getByRole('button', { name: t('debts.pay', { amount: '$7.50' }) })
      .click();

    const values = { amount: '$7.50', date: '2026/11/13' };
    await expect.element(found.getByText(t('debts.state_requested', values))).toBeVisible();
    expect(server.received('collectFoundDebt')).toMatchObject([{ body: { srid, ...cad(750) } }]);
  },
);

test('the receipt of an unpaid fare appears when the fare is paid, and the page says that it is paid', async () => {
  quickenIntervals();
  const debt = guestDebt.parse(buildDebt({ srid: '7K2M4Q9T1XB5Z4', state: 'unblocking', nextStep: 'wait' }));
  let now = debt;
  server.answer('findDebt', () => now);
  server.answer('findReceipts', () => foundBy(debt, {}));
  const { screen } = await openPortal('/receipt-page');
  await screen.getByLabelText(t('common.statementReference')).fill(`${debt.srid} 7.50`);
  await screen.getByRole('button', { name: t('receipts.submit') }).click();
  await expect.element(screen.getByText(t('debts.state_unblocking_unless', { amount: '$7.50' }))).toBeVisible();
  await expect.element(screen.getByText(t('errors.NWA0013'), { exact: true })).toBeVisible();

  server.answer('findReceipts', () => foundBy(debt, { status: 'accepted', paid: cad(750), available: true }));
  now = { ...debt, state: 'ready', nextStep: 'travel' };

  const download = screen.getByRole('button', { name: t('receipts.download') });
  await expect.element(download).toBeVisible();
  await expect.element(screen.getByText(t('debts.state_ready_unless', { amount: '$7.50' }))).toBeVisible();
  expect(screen.getByText(t('errors.NWA0013'), { exact: true }).elements()).toHaveLength(0);
});

test('a fare that the bank has just paid does not promise a guest that its card can travel', async () => {
  const debt = guestDebt.parse(buildDebt({ srid: '7K2M4Q9T1XB5Z7', state: 'approved', nextStep: 'wait' }));
  server.answer('findDebt', () => debt);
  server.answer('findReceipts', () => foundBy(debt, {}));
  const { screen } = await openPortal('/receipt-page');
  await screen.getByLabelText(t('common.statementReference')).fill(`${debt.srid} 7.50`);

  await screen.getByRole('button', { name: t('receipts.submit') }).click();

  await expect
    .element(screen.getByText(/as soon as the transit company knows about it, if no other fare/))
    .toBeVisible();
});

test.each(['open', 'pending', 'application_error'] as const)(
  'a payment of which the bank has taken nothing yet (%s) shows what is due, and not a cost of zero',
  async (status) => {
    server.answer('findReceipts', () => foundBy(guestDebt.parse(buildDebt()), { status }));
    const { screen } = await openPortal('/receipt-page');
    await screen.getByLabelText(t('common.statementReference')).fill('7K2M4Q9T1XB5ZC 7.50');

    await screen.getByRole('button', { name: t('receipts.submit') }).click();

    await expect.element(screen.getByText('$7.50', { exact: true })).toBeVisible();
    expect(screen.getByText('$0.00').elements()).toHaveLength(0);
  },
);

test('a payment that was closed short says what was paid, and what nobody asks for any more', async () => {
  const debt = guestDebt.parse(buildDebt({ srid: '7K2M4Q9T1XB5Z9' }));
  const closed = { status: 'accepted', paid: cad(300), writtenOff: cad(450), available: true } as const;
  server.answer('findReceipts', () => foundBy(debt, closed));
  const { screen } = await openPortal('/receipt-page');
  await screen.getByLabelText(t('common.statementReference')).fill('7K2M4Q9T1XB5Z9 3.00');
  await screen.getByRole('button', { name: t('receipts.submit') }).click();

  await expect.element(screen.getByText('$3.00', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(t('receipts.writtenOff'))).toBeVisible();
  await expect.element(screen.getByText('$4.50', { exact: true })).toBeVisible();
});

test('a payment of which the bank took more than was due says so to a guest, less what was given back', async () => {
  const refunds = [{ at: '2026-11-21T10:00:00Z', amount: cad(150) }];
  const overpaid = { status: 'accepted', paid: cad(1500), available: true } as const;
  server.answer('findReceipts', () => foundBy(guestDebt.parse(buildDebt()), { ...overpaid, refunds }));
  const { screen } = await openPortal('/receipt-page');
  await screen.getByLabelText(t('common.statementReference')).fill('7K2M4Q9T1XB5ZC 15.00');
  await screen.getByRole('button', { name: t('receipts.submit') }).click();

  await expect.element(screen.getByText(t('payments.storyOverpaid'))).toBeVisible();
  await expect.element(screen.getByText('$6.00', { exact: true })).toBeVisible();
});

test('a fare that was withdrawn says that nobody asks for it any more, and is not called open', async () => {
  const debt = guestDebt.parse(buildDebt({ srid: '7K2M4Q9T1XB5Z8' }));
  server.answer('findReceipts', () => foundBy(debt, { status: 'none', due: cad(0), writtenOff: cad(750) }));
  const { screen } = await openPortal('/receipt-page');
  await screen.getByLabelText(t('common.statementReference')).fill('7K2M4Q9T1XB5Z8 7.50');
  await screen.getByRole('button', { name: t('receipts.submit') }).click();

  await expect.element(screen.getByText(t('receipts.writtenOff'))).toBeVisible();
  await expect.element(screen.getByText('$7.50', { exact: true })).toBeVisible();
  expect(screen.getByText(t('common.paymentStatus.none'), { exact: true }).elements()).toHaveLength(0);
});

test('a payment of which operator and bank say different things tells a guest what is due and whom to ask', async () => {
  const refunds = [{ at: null, amount: cad(100) }];
  const contradicted = { status: 'corrupted', paid: cad(300), refunds } as const;
  server.answer('findReceipts', () => foundBy(guestDebt.parse(buildDebt()), contradicted));
  const { screen } = await openPortal('/receipt-page');
  await screen.getByLabelText(t('common.statementReference')).fill('7K2M4Q9T1XB5ZC 3.00');

  await screen.getByRole('button', { name: t('receipts.submit') }).click();

  await expect.element(screen.getByText(t('payments.statusHelp_corrupted'))).toBeVisible();
  await expect.element(screen.getByText('$7.50', { exact: true })).toBeVisible();
  for (const said of ['$3.00', t('receipts.kept')]) expect(screen.getByText(said).elements()).toHaveLength(0);
});

test('a refund in another currency is shown to a guest, and no sum contains both currencies', async () => {
  const refunds = [
    { at: '2026-11-21T10:00:00Z', amount: { amountMinor: 540, currency: 'USD' } },
    { at: null, amount: { amountMinor: 110, currency: 'USD' } },
  ];
  const paid = { status: 'accepted', paid: cad(750), refunds } as const;
  server.answer('findReceipts', () => foundBy(guestDebt.parse(buildDebt()), paid));
  const { screen } = await openPortal('/receipt-page');
  await screen.getByLabelText(t('common.statementReference')).fill('7K2M4Q9T1XB5ZC 7.50');

  await screen.getByRole('button', { name: t('receipts.submit') }).click();

  const facts = screen.getByRole('definition').or(screen.getByRole('term'));
  await expect.element(screen.getByText('-US$5.40')).toBeVisible();
  expect(facts.elements().map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([t('receipts.refundedOn', { date: '2026/11/21' }), t('receipts.refunded'), '-US$1.10']),
  );
  expect(screen.getByText(t('receipts.kept')).elements()).toHaveLength(0);
});

test('a found payment asks for no statement line any more, and another search asks for it again', async () => {
  const debt = guestDebt.parse(buildDebt({ srid: '7K2M4Q9T1XB5Z6' }));
  server.answer('findReceipts', () => foundBy(debt, { status: 'accepted', paid: cad(750), available: true }));
  const { screen } = await openPortal('/receipt-page');
  const request = screen.getByText(t('receipts.intro', { payee: buildPortalConfig().brand.payeeLabel }));
  await expect.element(request).toBeVisible();
  await screen.getByLabelText(t('common.statementReference')).fill('7K2M4Q9T1XB5Z6 7.50');
  await screen.getByRole('button', { name: t('receipts.submit') }).click();
  const another = screen.getByRole('button', { name: t('receipts.another') });
  await expect.element(another).toBeVisible();
  expect(request.elements()).toEqual([]);

  await another.click();

  await expect.element(request).toBeVisible();
});

test('a found payment is read without a frame around its heading, and printed without one around what has the focus', async () => {
  const debt = guestDebt.parse(buildDebt({ srid: '7K2M4Q9T1XB5Z5' }));
  server.answer('findReceipts', () => foundBy(debt, { status: 'accepted', paid: cad(750), available: true }));
  const { screen } = await openPortal('/receipt-page');
  await screen.getByLabelText(t('common.statementReference')).fill('7K2M4Q9T1XB5Z5 7.50');
  await userEvent.keyboard('{Enter}');
  const heading = screen.getByRole('heading', { name: t('receipts.found', { count: 1 }) });
  await expect.element(heading).toHaveFocus();
  const outline = () => document.activeElement && getComputedStyle(document.activeElement).outlineStyle;
  expect(outline()).toBe('none');
  await userEvent.keyboard('{Tab}');
  await expect.element(heading).not.toHaveFocus();
  expect(outline()).toBe('solid');

  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  });

  expect(outline()).toBe('none');
});

test('the address of a reference opens the page with the reference filled in [RCPT-02]', async () => {
  const { srid } = guestDebt.parse(buildDebt());
  const { screen } = await openPortal(`/receipt/${srid}`);

  await expect.element(screen.getByLabelText(t('common.statementReference'))).toHaveValue(srid);
  expect(server.received('findReceipts')).toEqual([]);
});

test('a download without an account has its note on accessibility, and says whether there is no receipt, it failed or it succeeded [RCPT-02, RCPT-04, RCPT-06]', async () => {
  const debt = guestDebt.parse(buildDebt());
  const { srid } = debt;
  server.answer('findReceipts', () => foundBy(debt, { status: 'accepted', paid: cad(750), available: true }));
  const { screen } = await openPortal('/receipt-page');
  await screen.getByLabelText(t('common.statementReference')).fill(`${srid} 7.50`);
  await screen.getByRole('button', { name: t('receipts.submit') }).click();
  await expect.element(screen.getByText('$7.50')).toBeVisible();
  const download = screen.getByRole('button', { name: t('receipts.download') });
  await screen.getByRole('button', { name: t('receipts.accessibilityTitle') }).click();
  await expect.element(screen.getByText(t('receipts.accessibilityText'))).toBeVisible();

  server.answer('downloadPublicReceipt', refuse('NWA0011'));
  await download.click();
  const failure = screen.getByRole('alert').filter({ hasText: t('payments.receiptFailed') });
  await expect.element(failure.getByText(t('common.traceId', { id: traceId }))).toBeVisible();
  expect(screen.getByText(t('errors.NWA0013')).elements()).toHaveLength(0);
  server.answer('downloadPublicReceipt', () => new Blob(['%PDF-']));
  await download.click();
  await expect.element(screen.getByText(t('receipts.downloaded')).first()).toBeVisible();
  expect(server.received('downloadPublicReceipt').at(-1)?.body).toMatchObject({ srid, amountMinor: 750 });
  server.answer('downloadPublicReceipt', refuse('NWA0013'));
  await download.click();

  await expect.element(screen.getByText(t('errors.NWA0013'))).toBeVisible();
  expect(download.elements()).toHaveLength(0);
});

test.each([412, 390, 360])('no word of a found receipt with a refund breaks at %i px', async (width) => {
  await page.viewport(width, 740);
  const refunds = [{ at: '2026-11-21T10:00:00Z', amount: cad(150) }];
  const paid = { status: 'accepted', paid: cad(750), refunds, available: true } as const;
  server.answer('findReceipts', () => foundBy(guestDebt.parse(buildDebt({ srid: 'MW2WMWQ9M1MW5M' })), paid));
  for (const locale of locales) {
    await setLanguage(locale);
    const { screen } = await openPortal('/receipt-page');
    await screen.getByLabelText(t('common.statementReference')).fill('MW2WMWQ9M1MW5M 7.50');
    await screen.getByRole('button', { name: t('receipts.submit') }).click();
    const kept = screen.getByText(t('receipts.kept'), { exact: true });
    await expect.element(kept).toBeVisible();

    expect(brokenWords(document.querySelector('main') ?? undefined).join('\n'), locale).toBe('');
    await screen.unmount();
  }
});
