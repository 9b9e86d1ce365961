import type { Page } from '@playwright/test';
import { paymentPage } from '@tapfolio/contracts/payments.ts';
import { expectNoViolations } from './support/judgements.ts';
import { claimStatement } from './support/passengers.ts';
import { statementLine } from './support/statement-lines.ts';
import { expect, test } from './support/test.ts';

const search = (page: Page) => page.locator('summary').filter({ hasText: 'Don’t recognise a charge?' });
const box = (page: Page) => page.getByLabel('Statement reference (SRID)');

/** Pastes a line of a bank statement into the search of the screen, which opens for it. */
async function searchFor(page: Page, line: string): Promise<void> {
  await search(page).click();
  await box(page).fill(line);
  await page.keyboard.press('Enter');
}

test('a passenger with several cards finds the payment behind a line of their statement with the keyboard alone', async ({
  page,
  enterAs,
}) => {
  const cards = [{ name: 'Bank card' }, { name: 'Watch', habit: 'firstTrips' as const }];
  const { statements } = await enterAs(page, { cards });
  const [, charge] = statements;
  if (charge === undefined) throw new Error('each card has a charge');

  await search(page).focus();
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(statementLine(charge));
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/card\/payments-history\/2\?open=/);
  await expect(page.getByText(`PLT*${charge.srid}`)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Card Watch$/ })).toBeVisible();
  // The payment has the focus, so that a screen reader says what was found.
  await expect(page.locator('[aria-expanded=true]:focus')).toHaveCount(1);
});

test('a passenger whose fare was refunded sees the charge and the refund of one reference', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Regular', '/card/payments-history/2');
  const answer = await page.request.get('/public/api/v1/portal/cards/1/payments?limit=100');
  const { items } = paymentPage.parse(await answer.json());
  const { srid } = items.find(({ reason }) => reason === 'refund') ?? {};

  await searchFor(page, srid ?? '');

  const found = page.getByRole('region', { name: /^[23] payments found$/ });
  await expect(found.getByRole('listitem').first()).toContainText('Refund');
  await expectNoViolations(page, 'several payments of one reference');
  await found.getByRole('link').last().click();
  await expect(page).toHaveURL(/\/card\/payments-history\/1\?open=/);
  await expect(page.getByText(`PLT*${srid}`).first()).toBeVisible();
  await page.goBack();
  await expect(found).toBeVisible();
});

test('a line of a card that is not linked leads to linking it, and is found from then on', async ({
  page,
  enterAs,
  world,
}) => {
  await enterAs(page);
  const charge = claimStatement(world);
  await searchFor(page, statementLine(charge));
  await expect(
    page.getByRole('heading', { name: `None of your cards has a payment with ${charge.srid}` }),
  ).toBeFocused();

  await page.getByRole('region', { name: charge.srid }).getByRole('link', { name: 'Add a card' }).click();
  await expect(box(page)).toHaveValue(charge.srid);
  await page.getByLabel('Card name').fill('Old phone');
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Old phone' })).toBeVisible();

  await page.goto('/');
  await searchFor(page, charge.srid);
  await expect(page).toHaveURL(/\/card\/payments-history\/2\?open=/);
});
