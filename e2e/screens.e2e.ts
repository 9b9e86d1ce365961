import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { statementLine } from './support/statement-lines.ts';
import { expect, test } from './support/test.ts';

/** A state of a screen: where it is, and what is done to reach the state. */
interface State {
  name: string;
  address: string;
  reach?: (page: Page) => Promise<void>;
}

const openFirstDetails = async (page: Page) => {
  await page.locator('button[aria-expanded]').locator('visible=true').last().click();
  await expectLoaded(page);
};
const send = async (page: Page) => {
  await page.locator('form button[type=submit]').click();
};

const publicStates: State[] = [
  { name: 'login', address: '/login' },
  { name: 'login refused', address: '/login', reach: send },
  { name: 'register', address: '/register' },
  { name: 'register refused', address: '/register', reach: send },
  { name: 'confirm', address: `/confirm/${'x'.repeat(43)}` },
  { name: 'receipt page', address: '/receipt-page' },
  { name: 'receipt page refused', address: '/receipt-page', reach: send },
  { name: 'reset password', address: '/reset-password' },
  { name: 'change password', address: `/change-password/${'x'.repeat(43)}` },
  { name: 'error', address: '/error' },
  { name: 'not found', address: '/no/such/page' },
];

const areaStates: State[] = [
  { name: 'home', address: '/' },
  { name: 'cards', address: '/card' },
  { name: 'add card', address: '/card/add' },
  { name: 'add card refused', address: '/card/add', reach: send },
  { name: 'trips', address: '/card/trips-history/1' },
  { name: 'trip details', address: '/card/trips-history/1', reach: openFirstDetails },
  {
    name: 'trips of an empty period',
    address: '/card/trips-history/1?from=2001-01-01T05:00:00Z&to=2001-01-02T05:00:00Z',
  },
  { name: 'payments', address: '/card/payments-history/1' },
  { name: 'payment details', address: '/card/payments-history/1', reach: openFirstDetails },
  { name: 'products', address: '/card/products-history/1' },
  { name: 'favourites', address: '/card/favourites/1' },
  { name: 'account', address: '/account/edit' },
  { name: 'not found', address: '/no/such/page' },
];

const statesInDebt = areaStates.filter(({ name }) => ['home', 'cards', 'payments', 'payment details'].includes(name));

for (const language of ['en_CA', 'fr_CA'] as const) {
  test.describe(`${language}, light and dark`, () => {
    test.beforeEach(async ({ page }) => {
      test.setTimeout(240_000);
      await page.addInitScript((locale) => localStorage.setItem('selectedLanguage', locale), language);
    });

    test('axe finds nothing on the public screens', async ({ page, world }) => {
      await checkAll(page, publicStates);
      const [statement] = world.statements.slice(-1);
      await page.goto('/receipt-page');
      await page.locator('input[name=srid]').fill(statement ? statementLine(statement) : '');
      await send(page);
      await expect(page.getByText(statement?.srid ?? '').first()).toBeVisible();
      await expectNoViolations(page, 'receipt found');
    });

    test('axe finds nothing on the screens of the area', async ({ page, signIn, watchErrors }) => {
      await signIn(page, 'Regular');
      await checkAll(page, areaStates);
      await page.route('**/public/api/v1/portal/cards/1/trips*', (route) => route.fulfill({ status: 503 }));
      await page.goto('/card/trips-history/1');
      await expect(page.getByRole('button', { name: /^(Try again|Réessayer)$/ })).toBeVisible();
      await expectNoViolations(page, 'trips that could not be loaded');
      const others = watchErrors.filter((error) => !/status of 503/.test(error));
      watchErrors.splice(0, watchErrors.length, ...others);
    });

    test('axe finds nothing where a fare is unpaid', async ({ page, signIn }) => {
      await signIn(page, 'In debt');
      await checkAll(page, statesInDebt);
    });
  });
}

test.describe('at 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

  test('no screen has to be scrolled sideways', async ({ page, signIn }) => {
    test.setTimeout(180_000);
    for (const state of publicStates) await expectReflow(page, state);
    await signIn(page, 'Regular');
    for (const state of areaStates) await expectReflow(page, state);
  });
});

async function checkAll(page: Page, states: State[]): Promise<void> {
  for (const state of states) {
    await open(page, state);
    await expectNoViolations(page, state.name);
  }
}

/** Everything in the light colours; in the dark ones what colours can break. */
async function expectNoViolations(page: Page, name: string): Promise<void> {
  expect.soft(await violations(new AxeBuilder({ page })), `${name}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await settle(page);
  expect.soft(await violations(new AxeBuilder({ page }).withRules('color-contrast')), `${name}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function open(page: Page, { address, reach }: State): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectLoaded(page);
  await reach?.(page);
  await settle(page);
}

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByText(/^(Loading|Chargement)…$/)).toHaveCount(0);
}

/** Waits for what is fading: half-way it has half the contrast. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
  });
}

async function violations(axe: AxeBuilder): Promise<string[]> {
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

async function expectReflow(page: Page, state: State): Promise<void> {
  await open(page, state);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, `${state.name} at ${state.address}`).toBeLessThanOrEqual(320);
}
