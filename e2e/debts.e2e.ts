import type { Page } from '@playwright/test';
import { inDatabase } from './support/database.ts';
import { expectNoViolations } from './support/judgements.ts';
import { expect, test } from './support/test.ts';
import {
  countCharges,
  owing,
  panelOf,
  pay,
  payButtonOf,
  toldOf,
  unpaidFareOf,
  whenDone,
} from './support/unpaid-fares.ts';

test('a passenger pays a fare from home: the page shows trips and amount, asks for confirmation, reports every step, and the card can travel again [DEBT-01] [DEBT-02] [DEBT-03] [DEBT-06] [DEBT-07]', async ({
  page,
  enterAs,
  bank,
  world,
}) => {
  test.setTimeout(150_000);
  await enterAs(page, owing);
  const { srid, amount, amountMinor } = await unpaidFareOf(page);
  const card = page.getByRole('link', { name: 'Bus card', exact: true });
  await expect(card).toHaveAccessibleDescription(new RegExp(`^Blocked: \\${amount} unpaid from`));
  await expect(panelOf(page)).toContainText(`Your bank did not pay ${amount}`);
  await panelOf(page)
    .getByText(/^Trips of this fare/)
    .click();
  expect(await pricesOfTrips(page)).toBe(amountMinor);
  await panelOf(page)
    .getByRole('button', { name: `Pay ${amount}` })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page, 'the question whether to pay');
  await page.keyboard.press('Escape');
  expect(await bank.ledger(srid)).toEqual([]);
  await expect.poll(() => toldOf(world, srid)).toEqual(['A fare is unpaid: keep the card out']);

  await pay(page);

  await expect(page.getByText(`Payment of ${amount} requested`).locator('visible=true').first()).toBeVisible();
  await expect(panelOf(page)).toContainText('This card can travel again', whenDone);
  await panelOf(page).getByText('What happened so far').click();
  for (const step of [
    `The transit company reports ${amount} as unpaid`,
    `You asked to pay ${amount}`,
    'We asked the bank',
    `The bank paid ${amount}`,
    'The transit company was told',
    /The transit company (accepts the card|reports the fare as paid)/,
  ])
    await expect(panelOf(page).getByText(step)).toBeVisible();
  await expectNoViolations(page, 'a fare that was paid');
  await expect(card).toHaveAccessibleDescription('Ready to travel');
  expect(await toldOf(world, srid)).toEqual([
    'A fare is unpaid: keep the card out',
    'The fare is being paid',
    'The fare is paid: let the card in again',
  ]);
  const ledger = await bank.ledger(srid);
  expect(ledger.filter(({ state }) => state === 'captured').map((one) => one.amountMinor)).toEqual([amountMinor]);
  await page.goto('/card/payments-history/1');
  await expect(page.getByText('Unpaid fare, now paid').locator('visible=true').first()).toBeVisible();
  await expect(page.getByText('Failed', { exact: true }).locator('visible=true')).toHaveCount(0);
});

/** The sum of the fares in the panel, in cents. */
async function pricesOfTrips(page: Page): Promise<number> {
  const trips = await panelOf(page).getByRole('listitem').filter({ hasText: /\$/ }).allTextContents();
  return trips
    .map((trip) => Number(/\$(\d+)\.(\d\d)/.exec(trip)?.slice(1).join('')))
    .reduce((sum, one) => sum + one, 0);
}

test('an outdated amount is refused with the new amount, and only the newly confirmed amount is paid [DEBT-04]', async ({
  page,
  enterAs,
  bank,
  world,
}) => {
  await enterAs(page, owing, '/card?id=1');
  const { paymentId, srid, amount, amountMinor } = await unpaidFareOf(page);
  const add = async (minor: number): Promise<void> => {
    const more = 'update debts set due_minor = due_minor + $2 where payment_id = $1';
    expect(await inDatabase(world, more, [paymentId, minor])).toBe(1);
  };
  const newAmount = `$${((amountMinor + 125) / 100).toFixed(2)}`;
  const dialog = page.getByRole('dialog');
  await panelOf(page)
    .getByRole('button', { name: `Pay ${amount}` })
    .click();
  await add(125);

  await dialog.getByRole('button', { name: `Pay ${amount}` }).click();
  await expect(dialog.getByText(`The amount due has changed: it is now ${newAmount}.`)).toBeVisible();
  expect(await bank.ledger(srid)).toEqual([]);
  await add(-125);
  await dialog.getByRole('button', { name: `Pay ${newAmount}` }).click();
  await expect(dialog.getByText(`The amount due has changed: it is now ${amount}.`)).toBeVisible();
  await dialog.getByRole('button', { name: `Pay ${amount}` }).click();

  await expect(payButtonOf(page)).toHaveCount(0);
  await expect
    .poll(async () => (await bank.ledger(srid)).map((one) => one.amountMinor), { timeout: 30_000 })
    .toEqual([amountMinor]);
});

test('the bank refuses with a reason, and the next try succeeds [DEBT-06]', async ({ page, enterAs, bank }) => {
  test.setTimeout(150_000);
  await enterAs(page, owing, '/card?id=1');
  const { srid, amount } = await unpaidFareOf(page);
  const wish = { statementReference: srid, fault: 'decline', declineCode: 'insufficient_funds' } as const;
  await bank.setFault(wish);

  await pay(page);

  await expect(panelOf(page)).toContainText(`Your bank refused to pay ${amount}`, whenDone);
  await expect(panelOf(page)).toContainText('not enough money in the account');
  await expect(panelOf(page)).toContainText('tries are left');
  await expectNoViolations(page, 'a fare that the bank refused');
  await bank.setFault({ statementReference: srid, fault: 'none' });
  await pay(page, `Try again: pay ${amount}`);

  await expect(panelOf(page)).toContainText('This card can travel again', whenDone);
  expect(await countCharges(bank, srid)).toBe(1);
});

test('while the bank does not answer the page keeps asking the server, and the bank charges once [DEBT-05]', async ({
  page,
  enterAs,
  bank,
}) => {
  test.setTimeout(180_000);
  await enterAs(page, owing, '/card?id=1');
  const { srid } = await unpaidFareOf(page);
  await bank.setFault({ statementReference: srid, fault: 'error_after', times: 2 });

  await pay(page);
  await page.reload();

  await expect(panelOf(page).getByText('What happened so far')).toBeVisible();
  await expect(payButtonOf(page)).toHaveCount(0);
  await expect(panelOf(page)).toContainText(/can travel again|unblocks your card/, { timeout: 120_000 });
  expect(await countCharges(bank, srid)).toBe(1);
});

test('a second tab shows the change without a reload and offers no second payment [DEBT-05]', async ({
  page,
  context,
  enterAs,
  bank,
}) => {
  test.setTimeout(150_000);
  await enterAs(page, owing, '/card?id=1');
  const { srid } = await unpaidFareOf(page);
  const other = await context.newPage();
  await other.goto('/card?id=1');
  await expect(payButtonOf(other)).toBeVisible();

  await pay(page);

  await expect(payButtonOf(other)).toHaveCount(0);
  await expect(panelOf(other)).toContainText('This card can travel again', whenDone);
  expect(await countCharges(bank, srid)).toBe(1);
});

test('a person with the statement line pays without an account, and the owner of the card sees the payment', async ({
  page,
  openElsewhere,
  enterAs,
}) => {
  test.setTimeout(150_000);
  await enterAs(page, owing, '/card?id=1');
  const { srid, amountMinor, amount } = await unpaidFareOf(page);
  const guest = await openElsewhere();
  await guest.goto('/receipt-page');
  await guest.locator('input[name=srid]').fill(`${srid} ${(amountMinor / 100).toFixed(2)}`);
  await guest.locator('form button[type=submit]').click();
  const found = guest.getByRole('region', { name: /Unpaid fare of|Paid fare of/ });
  await expect(found).toContainText(amount);
  await expect(guest.getByText('Bus card')).toHaveCount(0);
  await expectNoViolations(guest, 'an unpaid fare without an account');

  await found.getByRole('button', { name: `Pay ${amount}` }).click();
  await guest
    .getByRole('dialog')
    .getByRole('button', { name: `Pay ${amount}` })
    .click();

  await expect(found).toContainText('This card can travel again', whenDone);
  await expect(guest.getByRole('button', { name: 'Download receipt (PDF)' })).toBeVisible();
  await expect(panelOf(page)).toContainText('This card can travel again', whenDone);
  await panelOf(page).getByText('What happened so far').click();
  await expect(panelOf(page)).toContainText('Somebody with the statement reference asked to pay');
});
