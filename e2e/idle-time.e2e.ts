import type { Page } from '@playwright/test';
import { everythingAnswered } from './support/open-requests.ts';
import { expect, test } from './support/test.ts';

test('warns about the idle time, counts it for both tabs together and signs out both [SES-05, SES-06, SES-07, SES-08]', async ({
  context,
  page,
  signIn,
}) => {
  await context.clock.install();
  await signIn(page, 'Regular');
  const other = await context.newPage();
  await other.goto('/card');
  const inBoth = async (look: (tab: Page) => Promise<void>) => await Promise.all([page, other].map(look));
  await inBoth(async (tab) => {
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    await everythingAnswered(tab);
  });

  await context.clock.fastForward('13:00');
  await page.mouse.move(200, 200);
  await page.mouse.move(220, 220);
  await context.clock.fastForward('13:00');
  await expect(other).toHaveURL('/card');
  await expect(other.getByText('Are you still there?')).toHaveCount(0);

  // The clocks stand still while the journey looks: the warning closes by itself.
  await context.clock.pauseAt((await page.evaluate(() => Date.now())) + 65_000);
  await inBoth(async (tab) => {
    const notices = tab.getByRole('region', { name: 'Notices' });
    await expect(notices.getByText('You have been away for 14 of 15 min.')).toBeVisible();
    await expect(notices.getByText('In 1 min we sign you out to protect your account.')).toBeVisible();
  });

  // The clocks of the tabs are put forward one after the other, so the last seconds pass by themselves: both tabs reach the end together.
  await context.clock.resume();
  await context.clock.fastForward('00:45');
  await inBoth(async (tab) => {
    await expect(tab).toHaveURL('/login');
    const notices = tab.getByRole('region', { name: 'Notices' });
    await expect(
      notices.getByText('We signed you out after 15 min without activity, to protect your account.'),
    ).toBeVisible();
    await expect(notices.getByText(/^(Session ended|You have been signed out)$/)).toHaveCount(1);
    expect(await tab.evaluate(() => localStorage.getItem('_sbdat'))).toBeNull();
  });
  const isLogged = async () => (await page.request.get('/public/api/v1/auth/user_is_logged')).json();
  await expect.poll(isLogged).toMatchObject({ is_logged: false });
});

test('stays signed in after the press of a button, with one call to the server [SES-05]', async ({
  context,
  page,
  signIn,
}) => {
  await context.clock.install();
  // Loading the page counts as an action. The page reports it to the server within a second.
  const heard = page.waitForResponse('**/user/get_settings?*');
  await signIn(page, 'Regular');
  await heard;
  await everythingAnswered(page);
  // The page changes under the mouse, and the browser may report that as a movement. The page reports it to the server a minute later.
  await context.clock.fastForward('02:00');
  await everythingAnswered(page);
  await context.clock.fastForward('12:05');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/public/')) calls.push(new URL(request.url()).pathname);
  });

  await page.getByRole('button', { name: 'Stay signed in' }).press('Enter');
  await expect.poll(() => calls).toContain('/public/api/v1/auth/user/get_settings');
  await context.clock.fastForward('05:00');

  expect(calls.filter((path) => path.endsWith('/get_settings'))).toHaveLength(1);
  await expect(page).toHaveURL('/');
});

test('does not count idle time on public pages [SES-07]', async ({ context, page, signIn }) => {
  await context.clock.install();
  await signIn(page, 'Regular', '/receipt-page');
  await expect(page.locator('input[name=srid]')).toBeVisible();
  // A request still open would find that half an hour has passed.
  await everythingAnswered(page);

  await context.clock.fastForward('30:00');

  await expect(page).toHaveURL('/receipt-page');
  expect(await page.evaluate(() => localStorage.getItem('_sbdat'))).not.toBeNull();
});

test('what a passenger does on a public page counts for the pages of the area in other tabs [SES-08]', async ({
  context,
  page,
  signIn,
}) => {
  await context.clock.install();
  await signIn(page, 'Regular');
  const receipts = await context.newPage();
  await receipts.goto('/receipt-page');
  // The bar of the area is loaded, and with it everything that a signed-in passenger has on a public page.
  await expect(receipts.getByRole('link', { name: 'Payments' }).first()).toBeVisible();
  for (const tab of [page, receipts]) await everythingAnswered(tab);

  await context.clock.fastForward('13:00');
  await receipts.locator('input[name=srid]').pressSequentially('PLT');
  await context.clock.fastForward('13:00');

  await expect(page).toHaveURL('/');
  await expect(page.getByText('Are you still there?')).toHaveCount(0);
  const answer = await page.request.get('/public/api/v1/auth/user_is_logged');
  expect(await answer.json()).toEqual({ is_logged: true });
});

test('a logout in one tab signs out the other tabs', async ({ context, page, signIn }) => {
  await signIn(page, 'Regular');
  const other = await context.newPage();
  await other.goto('/card');
  // A page that is still loading when the session ends asks to sign in, and has nothing to tell.
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await everythingAnswered(other);

  await page.goto('/logout');

  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login');
  await expect(other.getByText('Your session was ended in another tab or window.')).toBeVisible();
});
