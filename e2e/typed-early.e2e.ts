import type { Page } from '@playwright/test';
import { translatePage } from '../apps/web/test/translate-page.ts';
import { holdBack } from './support/hold-back.ts';
import { expect, test } from './support/test.ts';

const typed: Readonly<Record<string, string>> = {
  email: 'maya@example.org',
  password: 'Heron-Bridge-at-dawn-7',
  repeat: 'Heron-Bridge-at-dawn-7',
  srid: 'QZGQ5MSFHFF07A',
  amount: '3.75',
  cardName: 'Everyday',
};

/** The addresses of the public forms in English and in French, with the names of their fields. */
const forms = [
  ['/login', '/connexion', ['email', 'password']],
  ['/register', '/inscription', ['email', 'password', 'repeat', 'srid', 'amount', 'cardName']],
  ['/reset-password', '/réinitialiser-mot-de-passe', ['email']],
  ['/receipt-page', '/page-des-reçus', ['srid', 'amount']],
] as const;

const startScript = /\/assets\/start-[^/]*\.js$/;

/** Opens a form whose script comes later, and types into its fields. The returned function lets the script arrive. */
async function typeEarly(page: Page, address: string, names: readonly string[]): Promise<() => void> {
  const arrive = await holdBack(page, startScript);
  await page.goto(address, { waitUntil: 'commit' });
  for (const name of names) await page.locator(`input[name=${name}]`).fill(typed[name] ?? '');
  return arrive;
}

/** Expects the page in French at its French address, with what was typed. */
async function expectTypedInFrench(page: Page, address: string, names: readonly string[]): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
  await expect(page).toHaveURL(encodeURI(address));
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
  for (const name of names) await expect(page.locator(`input[name=${name}]`)).toHaveValue(typed[name] ?? '');
}

test('keeps what was typed before the script was loaded, if the page then changes to a remembered language', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('selectedLanguage', 'fr_CA'));
  for (const [english, french, names] of forms) {
    const arrive = await typeEarly(page, english, names);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-CA');
    arrive();

    await expectTypedInFrench(page, french, names);
  }
});

test('keeps what was typed if a form is sent before the script was loaded', async ({ page }) => {
  for (const [address, , names] of forms) {
    const arrive = await typeEarly(page, address, names);
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.locator(`input[name=${names[0]}]`).press('Enter');
    await answered;
    arrive();

    await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
    for (const name of names) await expect(page.locator(`input[name=${name}]`)).toHaveValue(typed[name] ?? '');
  }
});

test.describe('in a French browser', () => {
  test.use({ locale: 'fr-CA' });

  test('keeps what was typed before the script was loaded, and shows the French address', async ({ page }) => {
    for (const [english, french, names] of forms) {
      const arrive = await typeEarly(page, english, names);
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
      arrive();

      await expectTypedInFrench(page, french, names);
    }
  });
});

/** Translates in place, as some browsers do: React finds this only when it takes the page over, and writes the page again. */
function translateInPlace(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: text } = walker;
    if (text.nodeValue?.trim() && !text.parentElement?.closest('script, style')) text.nodeValue = `«${text.nodeValue}»`;
  }
}

for (const [how, translate] of [
  ['with elements of its own', translatePage],
  ['in place', translateInPlace],
] as const) {
  test(`keeps what was typed and the focus if the browser translates the page ${how} before its script comes`, async ({
    page,
    allowErrors,
  }) => {
    if (translate === translateInPlace) allowErrors(/Minified React error #418/);
    for (const [address, , names] of forms) {
      const [first = '', ...others] = names;
      const arrive = await typeEarly(page, address, [first]);
      await page.evaluate<unknown>(translate);
      for (const name of others) await page.locator(`input[name=${name}]`).fill(typed[name] ?? '');
      const last = page.locator(`input[name=${others.at(-1) ?? first}]`);
      await last.focus();
      arrive();

      // By these the written page notes which language was pressed.
      await expect(page.locator('nav [popover=manual][hidden]')).toHaveCount(0);
      for (const name of names) await expect(page.locator(`input[name=${name}]`)).toHaveValue(typed[name] ?? '');
      await expect(last).toBeFocused();
    }
  });
}

test('keeps what was typed if a language is chosen while the script starts', async ({ page }) => {
  const [, [english, french, names]] = forms;
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const arrive = await typeEarly(page, english, names);
  await page.evaluate(() => {
    const chooseAgain = () => {
      if (document.documentElement.lang === 'fr-CA') return;
      const buttons = [...document.querySelectorAll<HTMLElement>('button[lang=fr-CA]')];
      buttons.find((button) => button.checkVisibility())?.click();
      setTimeout(chooseAgain);
    };
    chooseAgain();
  });
  arrive();

  await expectTypedInFrench(page, french, names);
});

test('a language that is pressed before the script was loaded is shown, and what was typed before and after it is kept', async ({
  page,
}) => {
  const [[english, french, names]] = forms;
  const arrive = await typeEarly(page, english, names.slice(0, 1));
  await page.getByRole('button', { name: 'Français', exact: true }).click();
  await page.locator('input[name=password]').fill('Heron-Bridge-at-dawn-7');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-CA');
  arrive();

  await expectTypedInFrench(page, french, names);
  await expect(page.locator('input[name=password]')).toBeFocused();
  await page.goto(english);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA');
});

test('of two languages that are pressed before the script was loaded, the last one is shown', async ({ page }) => {
  const [[english, , names]] = forms;
  const arrive = await typeEarly(page, english, names);
  await page.getByRole('button', { name: 'Français', exact: true }).click();
  await page.getByRole('button', { name: 'English', exact: true }).click();
  arrive();

  await expect.poll(() => page.evaluate(() => localStorage.getItem('selectedLanguage'))).toBe('en_CA');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-CA');
  await expect(page).toHaveURL(english);
});

test('ticks the rules that a password meets which was typed before the script was loaded', async ({ page }) => {
  const arrive = await typeEarly(page, '/register', ['password']);
  arrive();

  await expect(page.getByText(/^At least \d+ characters \(done\)$/)).toBeVisible();
});
