import type { Page } from '@playwright/test';
import { expectNoViolations } from './support/judgements.ts';
import { expect, keptCalls, test } from './support/test.ts';
import { countCharges, owing, panelOf, payButtonOf, unpaidFareOf, whenDone } from './support/unpaid-fares.ts';

const requests = '**/portal/cards/1/debts/*/collections';
const unsure = 'We do not know whether your request arrived';

test('the network fails between request and answer: the page says that the result is unknown, and shows it when the network is back [DEBT-05]', async ({
  page,
  context,
  enterAs,
  bank,
  allowErrors,
}) => {
  test.setTimeout(150_000);
  allowErrors(keptCalls);
  await enterAs(page, owing, '/card?id=1');
  const { srid } = await unpaidFareOf(page);
  // The server receives the request, but the page never gets the answer.
  await page.route(requests, async (route) => {
    await context.setOffline(true);
    await route.fetch();
    await route.abort('internetdisconnected');
  });
  await payButtonOf(page).click();
  const dialog = page.getByRole('dialog');

  await dialog.getByRole('button', { name: /^Pay/ }).click();

  await expect(dialog).toContainText(unsure);
  await expect(dialog).toContainText('Press the button again: you will not be charged twice.');
  await expectNoViolations(page, 'a request whose answer was lost');
  await page.unroute(requests);
  await context.setOffline(false);
  await expect(dialog).toBeHidden(whenDone);
  await expect(payButtonOf(page)).toHaveCount(0);
  await expect(panelOf(page)).toContainText('This card can travel again', whenDone);
  expect(await countCharges(bank, srid)).toBe(1);
});

test('without a network no payment is requested, and the same dialog requests it when the network is back [DEBT-05]', async ({
  page,
  context,
  enterAs,
  bank,
  allowErrors,
}) => {
  test.setTimeout(150_000);
  allowErrors(keptCalls);
  await enterAs(page, owing, '/card?id=1');
  const { srid } = await unpaidFareOf(page);
  await payButtonOf(page).click();
  const dialog = page.getByRole('dialog');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: /^Pay/ }).click();
  await expect(dialog).toContainText(unsure);
  expect(await bank.ledger(srid)).toEqual([]);

  await context.setOffline(false);
  await dialog.getByRole('button', { name: /^Pay/ }).click();

  await expect(dialog).toBeHidden();
  await expect(panelOf(page)).toContainText('This card can travel again', whenDone);
  expect(await countCharges(bank, srid)).toBe(1);
});

test('two clicks and a reload right after them request one payment [DEBT-05]', async ({ page, enterAs, bank }) => {
  test.setTimeout(150_000);
  await enterAs(page, owing, '/card?id=1');
  const { srid } = await unpaidFareOf(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/collections')) asked.push(request.url());
  });
  await payButtonOf(page).click();
  const answered = page.waitForResponse(/\/collections$/);
  await page.getByRole('dialog').getByRole('button', { name: /^Pay/ }).dblclick();
  await answered;
  await page.reload();

  await expect(panelOf(page)).toContainText('This card can travel again', whenDone);
  expect(asked).toHaveLength(1);
  expect(await countCharges(bank, srid)).toBe(1);
});

test('two tabs request the payment at the same time: one charge, and neither tab reports a failure [DEBT-05]', async ({
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
  for (const tab of [page, other]) await payButtonOf(tab).click();
  // Both requests are held until both tabs have sent theirs. Otherwise the second tab would see the payment and close its dialog.
  const bothAsk = Promise.withResolvers<void>();
  const asking = new Set<Page>();
  await context.route(requests, async (route) => {
    asking.add(route.request().frame().page());
    if (asking.size === 2) bothAsk.resolve();
    await bothAsk.promise;
    await route.continue();
  });

  for (const tab of [page, other]) await tab.getByRole('dialog').getByRole('button', { name: /^Pay/ }).click();

  for (const tab of [page, other]) {
    await expect(tab.getByRole('dialog')).toBeHidden();
    await expect(panelOf(tab)).toContainText('This card can travel again', whenDone);
    await expect(tab.getByText('The payment could not be started')).toHaveCount(0);
  }
  expect(await countCharges(bank, srid)).toBe(1);
});

test('a person who pays without an account does not get the answer, sees the result later, and is charged once [DEBT-05]', async ({
  page,
  openElsewhere,
  enterAs,
  bank,
}) => {
  test.setTimeout(150_000);
  await enterAs(page, owing, '/card?id=1');
  const { srid, amountMinor } = await unpaidFareOf(page);
  const guest = await openElsewhere();
  await guest.goto('/receipt-page');
  await guest.locator('input[name=srid]').fill(`${srid} ${(amountMinor / 100).toFixed(2)}`);
  await guest.locator('form button[type=submit]').click();
  await guest.route('**/portal/debts/collections', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await guest.getByRole('button', { name: /^Pay/ }).click();
  await guest.getByRole('dialog').getByRole('button', { name: /^Pay/ }).click();

  const found = guest.getByRole('region', { name: /Unpaid fare of|Paid fare of/ });
  await expect(found).toContainText('This card can travel again', whenDone);
  await expect(guest.getByRole('dialog')).toBeHidden();
  await expect(panelOf(page)).toContainText('This card can travel again', whenDone);
  expect(await countCharges(bank, srid)).toBe(1);
});
