import type { Page } from '@playwright/test';
import { holdBack } from './support/hold-back.ts';
import { expectNotice } from './support/notices.ts';
import { makePassenger } from './support/passengers.ts';
import type { RunningWorld } from './support/running-world.ts';
import { expect, test } from './support/test.ts';

/** Parts of a screen whose script comes late, or never: on a slow line, or when a packet was lost on the way. */

const codeScript = /\/assets\/code-step-[^/]*\.js$/;

/** Sends the form of the sign-in for a passenger who is asked for a code, and waits until the script of the next step is asked for. */
async function sendForm(page: Page, world: RunningWorld) {
  const { email, password } = await makePassenger(world, { mailCode: true });
  await page.goto('/login');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const asked = page.waitForRequest(codeScript);
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  await submit.click();
  await asked;
  return { email, submit };
}

test('the form of the sign-in stays, and says that it is under way, until the field for the code can be shown', async ({
  page,
  world,
}) => {
  const arrive = await holdBack(page, codeScript);

  const { email, submit } = await sendForm(page, world);

  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  arrive();
  await expect(page.getByLabel('Code from the email')).toBeFocused();
});

test('the form of the sign-in stays, and a notice says why, if the next step cannot be loaded', async ({
  page,
  world,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED|Failed to fetch dynamically imported module/);
  await page.route(codeScript, (route) => route.abort());

  const { email, submit } = await sendForm(page, world);

  await expectNotice(page, 'Check your connection');
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await expect(submit).not.toHaveAttribute('aria-disabled');
});

for (const [name, script, address] of [
  ['Proof of travel', 'document-dialog', '/card/trips-history/1'],
  ['Rename', 'card-dialogs', '/card?id=1'],
  ['Delete your account', 'close-account-dialog', '/account/edit'],
] as const)
  test(`the button “${name}” is busy until its dialog can be shown`, async ({ page, signIn }) => {
    const pattern = new RegExp(`/assets/${script}-[^/]*\\.js$`);
    const arrive = await holdBack(page, pattern);
    const held = page.waitForRequest(pattern);
    await signIn(page, 'Regular', address);
    const opener = page.getByRole('button', { name, exact: true });

    await opener.click();
    await held;

    await expect(opener).toHaveAttribute('aria-disabled', 'true');
    await expect(opener).toBeFocused();
    arrive();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

test('a part that does not arrive within two minutes says so and can be tried again', async ({
  page,
  signIn,
  allowErrors,
}) => {
  allowErrors(/did not arrive in time/);
  await page.clock.install();
  const script = /\/assets\/charge-search-[^/]*\.js$/;
  await holdBack(page, script);
  await signIn(page, 'Regular', '/card/payments-history/1');
  const held = page.waitForRequest(script);
  await page.getByText('Don’t recognise a charge?').click();
  await held;

  await page.clock.fastForward('02:01');

  await expect(page.getByRole('main').getByRole('alert').getByText('Check your connection')).toBeVisible();
  await page.unroute(script);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Don’t recognise a charge?').click();
  await expect(page.getByLabel('Statement reference (SRID)')).toBeVisible();
});
