import type { Locator, Page } from '@playwright/test';
import { lockOut } from '../demo/world/accounts.ts';
import { emailOf } from './support/database.ts';
import { makePassenger } from './support/passengers.ts';
import { followMail } from './support/registration.ts';
import { expect, signInAs, signOut, test } from './support/test.ts';

const newPassword = 'Ferries-wait-for-nobody-3';

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function chooseNewPassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Repeat the new password').fill(newPassword);
  await page.locator('form button[type=submit]').click();
}

test('a locked account says how long it stays locked, and a password reset by mail unlocks it [AUTH-03, ACC-04]', async ({
  page,
  world,
}) => {
  const { email } = await makePassenger(world);
  await lockOut(world.address, email);
  await fillSignIn(page, email, world.password);
  await expect(page.getByText('please try again in 15 minutes')).toBeVisible();

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // Until this page is there, the form of the one before has a field of this name and a button too.
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await followMail(page, world, email, 'Choose a new password');
  await chooseNewPassword(page);

  // The new password signs in at once. From now on, only this password is valid.
  await expect(page).toHaveURL('/');
  await signOut(page);
  await signInAs(page, email, newPassword);
});

test('a passenger who must change the password sees the form to change it and is then signed in [AUTH-04, ACC-04]', async ({
  page,
  world,
}) => {
  const { email } = await makePassenger(world, { mustChangePassword: true });
  await fillSignIn(page, email, world.password);
  await expect(page).toHaveURL(/\/change-password\//);
  await expect(page.getByText('You need to change your password first.')).toBeVisible();

  await chooseNewPassword(page);

  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: /My card/ }).first()).toBeVisible();
});

for (const [state, words] of [
  ['expired', 'This account has expired.'],
  ['deactivated', 'This account is not active.'],
] as const) {
  test(`an account that is ${state} says so only to its owner [ACC-04]`, async ({ page, world }) => {
    const { email } = await makePassenger(world, { state });
    await fillSignIn(page, email, 'not the password at all');
    await expect(page.getByText('Invalid login details entered, please try again.')).toBeVisible();

    await fillSignIn(page, email, world.password);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page).toHaveURL('/login');
  });
}

/** The value of a field on the account screen. */
const factOf = (facts: Locator, name: string) =>
  facts.getByRole('definition').and(facts.locator('dt', { hasText: name }).locator('+ dd'));

test('an unexpected error advises to contact the administrator [AUTH-05]', async ({ page, world, allowErrors }) => {
  allowErrors(/status of 500/);
  const error = { code: 'TM0001', traceId: '11111111-1111-4111-8111-111111111111' };
  await page.route('**/public/api/v1/auth/sessions', (route) => route.fulfill({ status: 500, json: { error } }));

  await fillSignIn(page, emailOf(world, 'Fresh'), world.password);

  await expect(page.getByText('contact the administrator')).toBeVisible();
});

test('the account shows number and date of successful and failed sign-ins, and the date of the last sign-out [AUTH-06]', async ({
  page,
  world,
}) => {
  const { email } = await makePassenger(world);
  await fillSignIn(page, email, 'not the password at all');
  await expect(page.getByText('Invalid login details entered, please try again.')).toBeVisible();
  await fillSignIn(page, email, world.password);
  await expect(page).toHaveURL('/');

  await page.goto('/account/edit');

  const facts = page.getByRole('region', { name: 'Sign-ins' });
  await expect(factOf(facts, 'Failed attempts')).toHaveText('1');
  await expect(factOf(facts, 'Last failed attempt')).toHaveText(/\d{4}/);
  await expect(factOf(facts, 'Last successful sign-in')).toHaveText(/\d{4}/);
  const before = Number(await factOf(facts, 'Successful sign-ins').textContent());
  await signOut(page);
  await signInAs(page, email, world.password);
  await page.goto('/account/edit');
  await expect(factOf(facts, 'Successful sign-ins')).toHaveText(String(before + 1));
  await expect(factOf(facts, 'Last sign-out')).toHaveText(/\d{4}/);
});
