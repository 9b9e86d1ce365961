import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectNoViolations } from './support/judgements.ts';
import { claimStatement, newAddress } from './support/passengers.ts';
import { confirmWith, fillRegistration, followMail, untilMailed } from './support/registration.ts';
import type { RunningWorld } from './support/running-world.ts';
import { statementLine } from './support/statement-lines.ts';
import { expect, test } from './support/test.ts';

const password = 'The-last-ferry-left-at-9';

/** Opens an account with a charge of a card that nobody has linked, and signs in. */
async function arrive(page: Page, world: RunningWorld, email: string): Promise<void> {
  const statement = claimStatement(world);
  await page.goto('/register');
  await fillRegistration(page, { email, password, cardName: 'Leaving card', statementLine: statementLine(statement) });
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await followMail(page, world, email, 'Confirm your email address');
  await confirmWith(page, password);
}

test('gives the passenger a copy of the data and then deletes the account for good [ACC-03]', async ({
  page,
  world,
}) => {
  // The journey also checks the accessibility of three whole screens.
  test.slow();
  const email = newAddress();
  await arrive(page, world, email);
  await page.goto('/account/edit');
  await expect(page.getByRole('heading', { name: 'Deleted at once' })).toBeVisible();
  await expectNoViolations(page, 'the account before it is deleted');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const data = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(data.account[0].email).toBe(email);
  expect(data.travel[0].trips.length).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Delete your account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  await expect(dialog).toBeVisible();
  await expectNoViolations(page, 'the question whether to delete the account');
  await dialog.getByLabel('Why are you leaving?').selectOption({ label: 'I have another account' });
  await dialog.getByLabel('Your password, to be sure that it is you').fill('not the password');
  await dialog.getByRole('button', { name: 'Delete the account for good' }).click();
  await expect(dialog.getByText('The current password is not correct.')).toBeVisible();
  await dialog.getByLabel('Your password, to be sure that it is you').fill(password);
  await dialog.getByRole('button', { name: 'Delete the account for good' }).click();

  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeFocused();
  await expect(page.getByText('All your personal data is deleted, on this device too.')).toBeVisible();
  await expectNoViolations(page, 'an account that is deleted');
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('_sbdat');
  expect(await page.context().cookies()).toEqual([]);

  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Invalid login details entered')).toBeVisible();
  await untilMailed(page, world, { email, subject: 'Your account is deleted' });
});
