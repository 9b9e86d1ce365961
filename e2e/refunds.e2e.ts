import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { type PaymentDetail, paymentDetail, paymentPage } from '@tapfolio/contracts/payments.ts';
import { readPdf } from '../apps/server/test/pdf.ts';
import { openRefundDesk, type RefundWish } from '../demo/back-office/refund-desk.ts';
import { inDatabase } from './support/database.ts';
import { expectNoViolations } from './support/judgements.ts';
import type { RunningWorld } from './support/running-world.ts';
import { expect, test } from './support/test.ts';

/** For `enterAs`: one card that has a payment of five trips. */
const traveller = { cards: [{ name: 'City card', habit: 'fiveTrips' as const }] };

type Found = PaymentDetail & { srid: string };

/** The server's data of the signed-in passenger's newest payment with this number of trips. */
async function paymentOf(page: Page, tripCount: number): Promise<Found> {
  const payments = '/public/api/v1/portal/cards/1/payments';
  const { items } = paymentPage.parse(await (await page.request.get(`${payments}?limit=100`)).json());
  const id = items.find((item) => item.reason === 'trip' && item.tripCount === tripCount)?.id;
  const payment = paymentDetail.parse(await (await page.request.get(`${payments}/${id}`)).json());
  if (payment.srid === null) throw new Error('the payment has no statement reference');
  return { ...payment, srid: payment.srid };
}

/** Requests a refund as the operator's own system does. Returns the HTTP status with the state of the refund or the error code. */
async function ask(world: RunningWorld, wish: Omit<RefundWish, 'reason'>): Promise<[number, string]> {
  const { status, said } = await openRefundDesk(world.address, world.operatorKey).ask({ ...wish, reason: 'delay' });
  return [status, said];
}

/** The payment's row and the details that open under it. */
async function openPayment(page: Page, srid: string): Promise<{ row: Locator; story: Locator }> {
  const row = page.getByRole('row').filter({ hasText: srid }).filter({ hasText: 'Trip' });
  const button = row.getByRole('button', { name: /^Details/ });
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  const story = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Why this amount?' }) });
  await expect(story).toBeVisible();
  return { row, story };
}

async function receiptOf(page: Page): Promise<Buffer> {
  // The first receipt waits until the compiler has started.
  const download = page.waitForEvent('download', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Download receipt (PDF)' }).click();
  return readFileSync(await (await download).path());
}

/** The sums of fares: by week on home, and for the day in the list of trips. */
async function fareSums(page: Page): Promise<string[]> {
  await page.goto('/');
  const weeks = page.getByRole('table', { name: 'Fares of all your cards in the last four weeks', exact: true });
  await expect(weeks.locator('tbody tr')).toHaveCount(4);
  const home = await weeks.locator('tbody tr').allTextContents();
  await page.goto('/card/trips-history/1');
  const day = page.locator('main tr:has(th[scope=rowgroup])').filter({ hasText: '5 trips' });
  await expect(day).toContainText('$11.25');
  return [...home, ...(await day.allTextContents())];
}

test('an operator refunds one of five trips once: trip, payment, “Why this amount?”, history, sums and receipt show it [HIST-02] [RFND-03]', async ({
  page,
  enterAs,
  world,
  bank,
}) => {
  test.setTimeout(150_000);
  await enterAs(page, traveller, '/card/payments-history/1');
  const { srid, trips } = await paymentOf(page, 5);
  const trip = trips.find(({ to, price }) => to === 'University' && price.amountMinor === 375);
  if (trip === undefined) throw new Error('nobody travelled to the university');
  const fares = await fareSums(page);
  await page.goto('/card/payments-history/1');
  const before = await openPayment(page, srid);
  await expect(before.story).not.toContainText('Refunded');
  const wish = { srid, tripId: trip.id };
  const refund = page.getByRole('row', { name: /^\S+ Refund / });

  expect(await ask(world, wish)).toEqual([202, 'requested']);
  await expect
    .poll(async () => (await bank.ledger(srid)).map(({ state }) => state), { timeout: 30_000 })
    .toEqual(['refunded']);
  await expect(async () => {
    await page.reload();
    await expect(before.row).toContainText('refunded $3.75 on', { timeout: 2000 });
    // The page reads its lines a moment before what was refunded of them.
    await expect(refund).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });

  expect(await ask(world, wish)).toEqual([409, 'PS0007']);
  const { row, story } = await openPayment(page, srid);
  await expect(row).toContainText('$11.25');
  await expect(story).toContainText('$3.75 refunded');
  await expect(story).toContainText(/Refunded on \d{4}\/\d\d\/\d\d/);
  await expect(story).toContainText(/Total after refund\s*\$7\.50/);
  await expectNoViolations(page, 'a payment with a refund');
  await expect(refund).toContainText(/[-−–]\$3\.75/);
  await expect(refund).toContainText('Refunded');
  const { words } = await readPdf(await receiptOf(page));
  for (const part of [/Refunded on .*-?\$3\.75/s, /\$7\.50/]) expect(words).toMatch(part);

  // A refund changes the amount paid, but no fare.
  expect(await fareSums(page)).toEqual(fares);
  await page
    .getByRole('row')
    .filter({ hasText: 'Central Station' })
    .filter({ hasText: 'University' })
    .filter({ hasText: '$3.75' })
    .first()
    .getByRole('button')
    .click();
  for (const stop of [/Check-in\s*Central Station/, /Check-out\s*University/])
    await expect(page.getByRole('listitem').filter({ hasText: stop })).toHaveText(
      /\d{4}\/\d\d\/\d\d \d\d:\d\d · Stop point \d+/,
    );
  const fact = (name: string) =>
    page.getByRole('term').getByText(name, { exact: true }).locator('xpath=following::dd[1]');
  await expect(fact('Refunded')).toHaveText('$3.75');
  await expect(fact('Reason for the refund')).toHaveText('Delay');
  const ledger = await bank.ledger(srid);
  expect(ledger.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([['refund', 375]]);
});

test('the receipt without an account shows the refund', async ({ page, openElsewhere, enterAs, world }) => {
  test.setTimeout(150_000);
  await enterAs(page, traveller, '/card/payments-history/1');
  const { srid } = await paymentOf(page, 5);
  expect(await ask(world, { srid, amountMinor: 500 })).toEqual([202, 'requested']);
  await expect.poll(async () => (await paymentOf(page, 5)).refunded?.amount.amountMinor, { timeout: 30_000 }).toBe(500);

  const guest = await openElsewhere();
  await guest.goto('/receipt-page');
  await guest.locator('input[name=srid]').fill(`${srid} 11.25`);
  await guest.locator('form button[type=submit]').click();

  await expect(guest.getByText(/Refunded on/).first()).toBeVisible();
  await expect(guest.getByText('$5.00').first()).toBeVisible();
});

test('a refund that breaks a rule is refused with its own code, and the passenger sees no refund [RFND-01] [RFND-02]', async ({
  page,
  enterAs,
  world,
  bank,
}) => {
  test.setTimeout(150_000);
  await enterAs(
    page,
    { cards: [...traveller.cards, { name: 'Bus card', habit: 'unpaid' }] },
    '/card/payments-history/1',
  );
  const { srid, id, trips } = await paymentOf(page, 5);
  const [trip] = trips;
  const unpaid = await unpaidReference(page);

  // An amount of zero, more than the trip cost, more than was paid, and trips that are not paid.
  expect(await ask(world, { srid, amountMinor: 0 })).toEqual([422, 'PS0010']);
  expect(await ask(world, { srid, tripId: trip?.id, amountMinor: 376 })).toEqual([422, 'PS0011']);
  expect(await ask(world, { srid, amountMinor: 1126 })).toEqual([422, 'PS0012']);
  expect(await ask(world, { srid: unpaid })).toEqual([409, 'PS0009']);
  // A payment window that the bank has not charged yet, and a finished chargeback.
  await inDatabase(world, `update payments set status = 'open' where payment_id = $1`, [id]);
  expect(await ask(world, { srid })).toEqual([409, 'PS0006']);
  await inDatabase(world, `update payments set status = 'accepted' where payment_id = $1`, [id]);
  await chargeBack(world, srid);
  expect(await ask(world, { srid })).toEqual([409, 'PS0005']);
  await inDatabase(world, 'delete from chargebacks where srid = $1', [srid]);
  await page.reload();
  await expect((await openPayment(page, srid)).story).not.toContainText('Refunded');
  expect(await bank.ledger(srid)).toEqual([]);

  // A refund in progress, and a finished one.
  await bank.setFault({ statementReference: srid, fault: 'error_before' });
  expect(await ask(world, { srid, tripId: trip?.id })).toEqual([202, 'requested']);
  expect(await ask(world, { srid, tripId: trips[1]?.id })).toEqual([409, 'PS0008']);
  await bank.setFault({ statementReference: srid, fault: 'none' });
  await expect
    .poll(async () => await ask(world, { srid, tripId: trip?.id }), { timeout: 60_000 })
    .toEqual([409, 'PS0007']);
  await page.reload();
  await expect((await openPayment(page, srid)).story).toContainText(/Total after refund\s*\$7\.50/);
  expect((await bank.ledger(srid)).map(({ amountMinor }) => amountMinor)).toEqual([375]);
});

/** The statement reference of the second card's unpaid fare. */
async function unpaidReference(page: Page): Promise<string> {
  const { items } = await (await page.request.get('/public/api/v1/portal/cards/2/debts')).json();
  return items[0].srid;
}

/** Writes what the bank's settlement file would report. */
async function chargeBack(world: RunningWorld, srid: string): Promise<void> {
  const rows = await inDatabase(
    world,
    `insert into chargebacks (medium_id, chargeback_id, operator_code, srid, amount_minor, currency, charged_back_at,
      retrieval_reference, exported_at, file_id, line_number)
    select medium_id, $2, '1', srid, 100, 'CAD', now(), 'of the bank', now(), 1, 2
    from service_references where srid = $1`,
    [srid, randomUUID()],
  );
  expect(rows).toBe(1);
}
