import { emailOf } from './support/database.ts';
import { expect, test } from './support/test.ts';

test('stores every value encoded and with a version, except the language [WEB-03]', async ({ page, signIn }) => {
  await signIn(page, 'Regular');
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.goto('/card/trips-history/1');
  await expect(page.getByRole('heading', { level: 1, name: 'Trips' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage)))
    .toEqual(expect.arrayContaining(['_sbdat', 'cookieNotice', 'lastAction', 'chosenCard']));
  const kept = await page.evaluate(() => Object.entries({ ...localStorage }));

  for (const [key, value] of kept) if (key !== 'selectedLanguage') expect(value).toMatch(/^v1\.[\w-]+$/);
});

/** As the page writes it. */
const encoded = (value: unknown): string => `v1.${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
const decoded = (text: string): string => Buffer.from(text.replace(/^v1\./, ''), 'base64url').toString();
const foreign = ['', 'v1.%%%', 'v9.e30', ...[null, {}, [], true, 'text'].map(encoded)];

test('still works when any of its stored values is damaged [WEB-03]', async ({ page, signIn }) => {
  const keys = [
    '_sbtmpdat',
    'portalConfig',
    'chosenCard',
    'lastAction',
    'lastToldServer',
    'cookieNotice',
    'closedAnnouncements',
    'closedDoubts',
    'readAnswers',
    'selectedLanguage',
  ];
  await signIn(page, 'Fresh');
  for (const broken of foreign) {
    await page.evaluate(
      ([names, value]) => {
        for (const name of names) localStorage.setItem(name, value);
      },
      [keys, broken] as const,
    );
    await page.goto('/card');
    await expect(page.getByRole('heading', { level: 1, name: 'Your cards' })).toBeVisible();
  }
});

test('asks to sign in when what it stored about the passenger is damaged [WEB-03]', async ({ page, signIn }) => {
  const almost = { email: 'maya@example.org', max_user_idle_time: 900 };
  const settings = [{ ...almost, permissions: { cards: 5 } }, almost];
  await signIn(page, 'Fresh');
  for (const broken of [...foreign, ...settings.map(encoded)]) {
    await page.evaluate((value) => localStorage.setItem('_sbdat', value), broken);
    await page.goto('/card');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('_sbdat'))).toBeNull();
  }
});

test('forgets the passenger at sign-out, here and on the server [SES-01, SES-02, SES-04]', async ({
  page,
  context,
  signIn,
  world,
}) => {
  await signIn(page, 'Fresh');
  const kept = await page.evaluate(() => ({ ...localStorage }));
  expect(kept._sbdat).toMatch(/^v1\.[\w-]+$/);
  const readable = Object.values(kept).map(decoded).join('\n');
  expect(readable).toContain(emailOf(world, 'Fresh'));
  const cookies = await context.cookies();
  expect(cookies.length).toBeGreaterThan(1);
  for (const secret of [world.password, ...cookies.map(({ value }) => value)]) expect(readable).not.toContain(secret);
  // The name on plain HTTP of a loopback address. Elsewhere it is `__Host-session` with `Secure` (SES-04, sign-in.routes.test.ts).
  const session = cookies.find(({ name }) => name === 'tapfolio-session');
  expect(session).toMatchObject({ httpOnly: true, secure: false, sameSite: 'Strict', path: '/' });

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).not.toContain('_sbdat');
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('portalConfig');
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('tapfolio-session');
  await context.addCookies(session ? [session] : []);
  const answer = await page.request.get('/public/api/v1/auth/user_is_logged');
  expect(await answer.json()).toEqual({ is_logged: false, reason: 'ended' });

  await page.goto('/card');
  await expect(page).toHaveURL('/login');
});
