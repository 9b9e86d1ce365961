import type { Page } from '@playwright/test';
import { translatePage } from '../apps/web/test/translate-page.ts';
import { expect, test } from './support/test.ts';

/**
 * Opens the sign-in page and waits until its script has taken over what the server wrote. It cannot take over a page that was
 * translated before: it prints an error and writes the page again.
 */
async function openSignIn(page: Page): Promise<void> {
  await page.goto('/login');
  // Until then the page notes by these which language was pressed.
  await expect(page.getByRole('navigation', { name: 'Languages' }).locator('[popover]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
}

test('a passenger whose browser translates the page signs in, opens a trip and gets a proof of travel', async ({
  page,
  world,
}) => {
  const email = world.people.find(({ kind }) => kind === 'Regular')?.email ?? '';
  await openSignIn(page);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.evaluate(translatePage);
  const submit = page.getByRole('button', { name: '«Sign in»' });
  await submit.click();
  await expect(page.getByRole('alert').getByText('«Login Failed»')).toBeVisible();

  await page.getByLabel('«Password»', { exact: true }).fill(world.password);
  await submit.click();
  await expect(page.getByRole('heading', { level: 1, name: '«Home»' })).toBeVisible();

  await page.goto('/card/trips-history/1');
  await expect(page.getByRole('button', { name: 'Proof of travel' })).toBeVisible();
  await page.evaluate(translatePage);
  const details = page.getByRole('button', { name: 'Details:' }).first();
  await details.click();
  await expect(page.getByRole('button', { name: '«Proof of this day»' })).toBeVisible();
  await details.click();
  await page.getByRole('button', { name: '«Last month»' }).click();
  await expect(page).toHaveURL(/from=/);
  await page.getByRole('button', { name: '«Proof of travel»' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: '«Download»' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('in a page that the browser translates, the payee and the reference of a charge stay as they are on the statement', async ({
  page,
  signIn,
}) => {
  await openSignIn(page);
  await page.evaluate(translatePage);
  await expect(page.getByRole('button', { name: '«Sign in»' })).toBeVisible();
  await expect(page.getByText('PLT*PORT LUMIERE TRANSIT', { exact: true })).toBeVisible();

  await signIn(page, 'Regular', '/card/payments-history/1');
  const reference = /^[0-9A-Z]{13,14}$/;
  await expect(page.getByRole('cell').getByText(reference).first()).toBeVisible();
  await page.evaluate(translatePage);
  await expect(page.getByRole('cell').getByText('«CAD»').first()).toBeVisible();
  await expect(page.getByRole('cell').getByText(reference).first()).toBeVisible();
  await page.getByRole('button', { name: 'Details:' }).first().click();
  await expect(page.getByRole('definition').getByText(reference).first()).toBeVisible();
});
