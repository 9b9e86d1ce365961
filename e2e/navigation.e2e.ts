import { everythingAnswered } from './support/open-requests.ts';
import { expect, test } from './support/test.ts';

test('opens a screen by its path in any of the seven languages [NAV-02]', async ({ page }) => {
  const logins = ['/login', '/connexion', '/anmelden', '/prihlásenie', '/logowanie', '/accesso'];

  for (const address of logins) {
    await page.goto(address);
    await expect(page.locator('input[type=password]')).toBeVisible();
  }
  // The path of a language that is not deployed works, but its texts are not shown.
  await expect(page).toHaveURL('/login');
});

test('switches the language in place and keeps what was typed [NAV-03, I18N-05, I18N-08]', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('Email address').fill('kept@example.org');
  const steps = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: 'Français' }).click();

  await expect(page).toHaveURL('/inscription');
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(page).toHaveTitle(/^Créer un compte/);
  await expect(page.locator('input[name=email]')).toHaveValue('kept@example.org');
  expect(await page.evaluate(() => localStorage.getItem('selectedLanguage'))).toBe('fr_CA');

  await page.goto('/login');
  await expect(page).toHaveURL('/connexion');
  await page.getByRole('link', { name: 'Obtenir un reçu' }).click();
  await expect(page).toHaveURL(encodeURI('/page-des-reçus'));

  await page.getByRole('button', { name: 'English' }).click();
  await expect(page).toHaveURL('/receipt-page');
  // The entry before was written in French.
  await page.goBack();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('switches the language of a filtered list and keeps card and filter [NAV-03]', async ({ page, enterAs }) => {
  const filter = '?from=2026-09-07T08:30:00Z&size=10';
  await enterAs(page, {}, `/card/trips-history/1${filter}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Trips' })).toBeVisible();

  await page.getByRole('button', { name: 'Français' }).click();

  await expect(page).toHaveURL(`/carte/historique-des-trajets/1${filter}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Trajets' })).toBeVisible();
});

test('lists the deployed languages, the default language first [NAV-13]', async ({ page }) => {
  await page.goto('/connexion');

  const languages = page.getByRole('navigation', { name: 'Langues' }).getByRole('button');
  await expect(languages).toHaveText(['English', 'Français']);
  await expect(page.getByRole('button', { name: 'Français' })).toHaveAttribute('aria-current', 'true');
});

test('uses the language of the account if no language was chosen in the browser [I18N-05]', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'French');

  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
  await page.goto('/card');
  await expect(page).toHaveURL('/carte');
  await expect(page.getByRole('heading', { level: 1, name: 'Vos cartes' })).toBeVisible();
});

test('uses French on the host with the French name [I18N-04]', async ({ request, world }) => {
  const { port } = new URL(world.address);
  const language = async (host: string) =>
    (await request.get(`http://127.0.0.1:${port}/login`, { headers: { host } })).headers()['content-language'];

  expect(await language('voyage.port-lumiere.example')).toBe('fr-CA');
  expect(await language('travel.port-lumiere.example')).toBe('en-CA');
});

test('decodes an address once and writes it in its normal form [NAV-04]', async ({ page }) => {
  await page.goto('/log%69n');
  await expect(page).toHaveURL('/login');
});

test('shows the error page for a broken percent escape [NAV-04]', async ({ page }) => {
  await page.goto('/%E0%A4%A');
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
});

test('never leaves the site for a path that looks like another site [NAV-04]', async ({ page, world }) => {
  for (const address of ['/%2f%2fevil.example', '/%5c%5cevil.example', '/login/%2e%2e/%2f%2fevil.example']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(world.address);
  }
});

test('says in the language of the page that there is no such page [NAV-10]', async ({ page }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();

  await page.getByRole('button', { name: 'Français' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Page introuvable' })).toBeVisible();
});

test('shows the public screens without a sign-in [NAV-05]', async ({ page, request, world }) => {
  const open = [
    '/login',
    '/register',
    '/receipt-page',
    '/receipt',
    '/receipt/7K2M4Q9T1XB5ZC',
    '/reset-password',
    `/change-password/${'x'.repeat(43)}`,
    '/logout',
    '/error',
  ];
  for (const address of open) {
    await page.goto(address);
    // The text is there before the script runs, and the script could still open another page.
    await everythingAnswered(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (address !== '/login') await expect(page).not.toHaveURL('/login');
  }
  const [file] = await page
    .locator('script[src]')
    .evaluateAll((scripts) => scripts.map((script) => script.getAttribute('src')));
  const answers = await Promise.all([
    request.get(`${world.address}${file}`),
    request.get(`${world.address}/oauth2_web_app_test`),
    request.get(`${world.address}/public/api/v1/auth/sso/callback`),
    request.post(`${world.address}/public/api/v1/portal/receipts/search`, { data: {} }),
  ]);
  expect(answers.map((answer) => answer.status())).not.toContain(401);
});

test('asks to sign in and then opens the requested page [NAV-06, HIST-11]', async ({ page, world }) => {
  const asked = '/card/payments-history/1?from=2026-01-01T05:00:00Z';
  await page.goto(asked);
  await expect(page).toHaveURL('/login');

  await page.getByLabel('Email address').fill(world.people[1]?.email ?? '');
  await page.getByLabel('Password', { exact: true }).fill(world.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(page).toHaveURL(/\/card\/payments-history\/1\?from=2026-01-01/);
});

/** The links of the top bar and where they lead. */
const navigation = [
  ['Home', '/'],
  ['Cards', '/card'],
  ['Trips', '/card/trips-history'],
  ['Payments', '/card/payments-history'],
  ['Products', '/card/products-history'],
  ['Add card', '/card/add'],
] as const;

test('has every link of the navigation bar and the footer [NAV-11, NAV-12]', async ({ page, signIn }) => {
  await signIn(page, 'Fresh');
  const places = page.getByRole('navigation', { name: 'Main navigation' });
  for (const [name, address] of navigation) {
    const link = places.getByRole('link', { name, exact: true });
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute('href', address);
  }
  const languages = page.getByRole('navigation', { name: 'Languages' });
  await expect(languages.getByRole('button', { name: 'Français' })).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('link', { name: 'Account', exact: true })).toHaveAttribute('href', '/account/edit');
  await expect(page.getByRole('link', { name: 'Sign out' })).toHaveAttribute('href', '/logout');
  await page.keyboard.press('Escape');

  const footer = page.getByRole('contentinfo');
  for (const [name, place] of [
    ['Legal notice', 'about'],
    ['Privacy', 'privacy'],
    ['Data protection', 'data-protection'],
  ] as const) {
    const link = footer.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', `https://transit.port-lumiere.example/${place}`);
  }
  await expect(footer).toContainText('We use only cookies that the portal needs to work.');
  await expect(footer).toContainText('5.2.0.7.1');
  await footer.getByRole('button', { name: 'Got it' }).click();
  await page.reload();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Got it' })).toHaveCount(0);
});

test('shows on the sign-in page everything that a passenger needs there [AUTH-01]', async ({ page }) => {
  await page.goto('/login');

  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByLabel('Email address')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your bank card is your ticket' })).toBeVisible();
  await expect(page.getByText('PLT*PORT LUMIERE TRANSIT')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get a receipt' })).toBeVisible();
});

test('reaches every link of the navigation on a phone [NAV-11]', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'Fresh');
  const bar = page.getByRole('navigation', { name: 'Main navigation' });
  for (const name of ['Home', 'Trips', 'Payments', 'Cards'])
    await expect(bar.getByRole('link', { name, exact: true })).toBeVisible();
  await bar.getByRole('button', { name: 'More' }).click();
  for (const name of ['Products', 'Add card', 'Account', 'Sign out'])
    await expect(bar.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Français' })).toBeVisible();
});

test('keeps the navigation of a signed-in passenger on public screens', async ({ page, signIn }) => {
  await signIn(page, 'Fresh');
  for (const address of ['/receipt-page', '/no/such/page']) {
    await page.goto(address);
    const places = page.getByRole('navigation', { name: 'Main navigation' });
    await expect(places.getByRole('link', { name: 'Payments', exact: true })).toBeVisible();
  }
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Cards', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your cards' })).toBeVisible();
});

test('shows the operator’s French name for the portal and French contacts on French pages [I18N-03]', async ({
  page,
}) => {
  await page.goto('/connexion');
  await expect(page).toHaveTitle(/Compte de voyage Port Lumière/);
  await expect(page.getByRole('banner')).toContainText('Compte de voyage Port Lumière');
  await expect(page.getByRole('contentinfo')).toContainText('aide@port-lumiere.example');
  await expect(page.getByRole('contentinfo')).toContainText('1, place du Phare');

  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('banner')).toContainText('Port Lumière Travel Account');
  await expect(page.getByRole('contentinfo')).toContainText('help@port-lumiere.example');
});

test('stores a chosen language in the account too [I18N-05]', async ({ page, enterAs }) => {
  await enterAs(page);
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Français' }).click();

  expect((await saved).postDataJSON()).toEqual({ display_language: 'fr_CA' });
});

test.describe('with a French browser', () => {
  test.use({ locale: 'fr-CA' });

  test('uses French on the first visit', async ({ page }) => {
    await page.goto('/login');
    await expect(page).toHaveURL('/connexion');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
  });
});

test('shows the links to what needs no account on a phone without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/login');

  await expect(page.getByRole('link', { name: 'Get a receipt' })).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Card refused?' })).toBeInViewport();
  await expect(page.getByLabel('Email address')).toBeInViewport();
});
