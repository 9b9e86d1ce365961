import type { Locator, Page } from '@playwright/test';
import { claimStatement, newAddress } from './support/passengers.ts';
import { untilMailed } from './support/registration.ts';
import { statementLine } from './support/statement-lines.ts';
import { expect, test } from './support/test.ts';

/** Far more than the number of focusable controls on any screen. */
const mostTabs = 90;

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let stop = 0; stop < mostTabs; stop += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(control)} was not reached with ${mostTabs} tabs`);
}

async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

test('goes from the sign-in page to a receipt with the keyboard alone [REG-01, REG-04, RCPT-01]', async ({
  page,
  world,
}) => {
  test.setTimeout(120_000);
  const statement = claimStatement(world);
  const email = newAddress();

  await page.goto('/login');
  await press(page, page.getByRole('link', { name: 'Create account' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Create account' })).toBeFocused();
  await type(page, page.getByLabel('Email address'), email);
  await type(page, page.getByLabel('Password', { exact: true }), world.password);
  await type(page, page.getByLabel('Repeat the password'), world.password);
  await type(page, page.getByLabel('Statement reference (SRID)'), statementLine(statement));
  await type(page, page.getByLabel('Card name'), 'Keyboard card');
  await press(page, page.getByRole('checkbox', { name: 'I agree to the data-protection terms.' }), 'Space');
  await press(page, page.getByRole('button', { name: 'Create account' }));
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  await untilMailed(page, world, { email, subject: 'Confirm your email address' });
  await press(page, page.getByRole('link', { name: email }));
  await press(page, page.locator('pre').getByRole('link'));
  await type(page, page.getByLabel('Password', { exact: true }), world.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');

  await press(page, page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Payments' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeFocused();
  const paid = page.getByRole('row').filter({ hasText: statement.srid });
  await press(page, paid.getByRole('button', { name: /Details/ }));
  const download = page.waitForEvent('download');
  await press(page, page.getByRole('button', { name: 'Download receipt (PDF)' }));

  expect((await download).suggestedFilename()).toContain(statement.srid);
});

test('skips to the content with the first control that Tab reaches', async ({ page, signIn }) => {
  await signIn(page, 'Fresh', '/card');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('main')).toBeFocused();
});
