import { findOverlaid, readEnds, readText } from '../apps/server/test/pdf.ts';
import { expect, test } from './support/test.ts';

const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };

for (const landscape of [false, true]) {
  test(`no words of the account stand over others when it is printed ${landscape ? 'across' : 'upright'}`, async ({
    page,
    signIn,
  }) => {
    await signIn(page, 'Regular', '/account/edit');
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
    await expect(page.getByText('This device')).toBeVisible();

    const printed = await page.pdf({ format: 'Letter', landscape, margin });

    expect(await findOverlaid(printed)).toEqual([]);
  });
}

test('a long list is printed to its end from a wide window, and the focus stays', async ({ page, signIn }) => {
  await signIn(page, 'Regular', '/card/payments-history/1?size=all');
  await expect(page.getByRole('table')).toBeVisible();
  const foot = await page.locator('main dd').getByText('rows shown').textContent();
  const opener = page.locator('tbody button[aria-expanded]').nth(3);
  await opener.focus();

  const printed = await readText(await page.pdf({ format: 'Letter', margin }));

  expect(printed).toContain(foot);
  expect(printed).toContain('help@port-lumiere.example');
  await expect(opener).toBeFocused();
});

test('no heading stands alone at the end of a sheet when opened payments are printed', async ({ page, signIn }) => {
  // On a busy machine the browser needs up to half a minute for each of the four prints.
  test.setTimeout(240_000);
  await signIn(page, 'Regular', '/card/payments-history/1?size=10');
  for (const row of [1, 2, 3]) await page.locator('tbody button[aria-expanded]').nth(row).click();
  await expect(page.getByRole('heading', { name: 'At your bank' })).toHaveCount(3);
  const headings = await page.locator('main h3').allTextContents();

  for (let height = 700; height < 900; height += 60) {
    const ends = await readEnds(await page.pdf({ width: '816px', height: `${height}px`, margin }));
    expect(ends.filter((end) => end !== undefined && headings.includes(end))).toEqual([]);
  }
});

test('the sheet with the facts of a card also has the first of its lists', async ({ page, signIn }) => {
  await signIn(page, 'Regular', '/card?id=1');
  const lists = page.locator('section', { has: page.getByRole('heading', { name: 'Last 7 days' }) });
  const lastStop = await lists.getByRole('listitem').nth(4).textContent();

  const [first = ''] = await readEnds(await page.pdf({ format: 'Letter', margin }));

  expect(first).not.toBe('');
  expect(lastStop).toContain(first);
});

test('what one needs to add a card is printed on one sheet', async ({ page, signIn }) => {
  await signIn(page, 'Regular', '/card/add');
  await expect(page.getByRole('heading', { name: 'What you need' })).toBeVisible();

  const sheets = await readEnds(await page.pdf({ format: 'Letter', margin }));

  expect(sheets).toHaveLength(1);
});

test('the sheet of the sign-in has no words without their buttons', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByText('New here?')).toBeVisible();

  const printed = await readText(await page.pdf({ format: 'Letter', margin }));

  expect(printed).toContain('Your bank card is your ticket');
  expect(printed).not.toMatch(/New here|Without an account|Password or/);
});
