import type { Page } from '@playwright/test';
import { emailOf } from './support/database.ts';
import { followMail } from './support/registration.ts';
import { expect, test } from './support/test.ts';

/** Everything that the browser stores for a page, as one text. */
const keptByBrowser = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.title]),
  );

test('the token of a mailed link is removed from the address for good before the form shows', async ({
  page,
  world,
}) => {
  const email = emailOf(world, 'Regular');
  await page.goto('/reset-password');
  await page.getByLabel('Email address').fill(email);
  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const link = await followMail(page, world, email, 'Choose a new password');

  const field = page.locator('input[name=password]');
  await expect(field).toBeVisible();
  await expect(page).toHaveURL('/change-password/-');
  const token = link.split('/').at(-1) ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await keptByBrowser(page)).not.toContain(token);

  await field.fill('typed before the language changed');
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(page).toHaveURL('/changer-mot-de-passe/-');
  await expect(field).toHaveValue('typed before the language changed');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Ouvrez de nouveau le lien' })).toBeFocused();
  await page.getByRole('link', { name: 'Obtenir un nouveau lien' }).click();
  await expect(page).toHaveURL('/r%C3%A9initialiser-mot-de-passe');
  await page.goBack();
  await expect(page).toHaveURL('/changer-mot-de-passe/-');
  await page.goBack();
  expect(page.url()).not.toContain(token);
  await page.goForward();
  await expect(page).toHaveURL('/changer-mot-de-passe/-');
  expect(await keptByBrowser(page)).not.toContain(token);

  await page.goto(`/change-password/${token}`);
  await expect(field).toBeVisible();
});

test('the token of a link to confirm an address is removed too, and works only until a reload', async ({ page }) => {
  const token = 'x'.repeat(43);
  await page.goto(`/confirm/${token}`);
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible();
  await expect(page).toHaveURL('/confirm/-');
  expect(await keptByBrowser(page)).not.toContain(token);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Open the link again' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page).toHaveURL('/login');
});
