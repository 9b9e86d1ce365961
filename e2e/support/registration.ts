import { expect, type Locator, type Page } from '@playwright/test';
import type { RunningWorld } from './running-world.ts';

export interface NewAccount {
  email: string;
  password: string;
  cardName: string;
  /** A line pasted from a bank statement, with reference and amount. */
  statementLine: string;
}

/** Fills the form to create an account, but does not send it. */
export async function fillRegistration(page: Page, account: NewAccount): Promise<void> {
  await page.getByLabel('Email address').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Repeat the password').fill(account.password);
  await page.getByLabel('Statement reference (SRID)').fill(account.statementLine);
  await page.getByLabel('Card name').fill(account.cardName);
  await page.getByRole('checkbox', { name: 'I agree to the data-protection terms.' }).check();
}

/** Confirms the address on the screen of the mailed link, which also signs in. */
export async function confirmWith(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL('/');
}

/** Loads the mailbox until it has a mail with this subject to an address, or more than `already`. Returns the newest. */
export async function untilMailed(
  page: Page,
  world: RunningWorld,
  { email, subject, already = 0 }: { email: string; subject: string; already?: number },
): Promise<Locator> {
  const mails = page.getByRole('link').filter({ hasText: subject }).filter({ hasText: email });
  await expect(async () => {
    await page.goto(world.mailboxUrl);
    expect(await mails.count()).toBeGreaterThan(already);
  }).toPass();
  return mails.first();
}

/** Opens the newest mail with this subject to an address in the mailbox and follows its link. Returns the link. */
export async function followMail(page: Page, world: RunningWorld, email: string, subject: string): Promise<string> {
  const mail = await untilMailed(page, world, { email, subject });
  await mail.click();
  const link = page.locator('pre').getByRole('link').first();
  const href = await link.getAttribute('href');
  await link.click();
  return href ?? '';
}
