import { expect, test } from './support/test.ts';

test('announces how many rows another page or period shows, and moves to the top of the list', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Very long history', '/card/trips-history/1');
  const shown = page.getByRole('status').filter({ hasText: / rows? shown$/ });
  const rows = page.getByRole('table', { name: 'Trips with Courier card' }).locator('th[scope=row]');
  const heading = page.getByRole('heading', { level: 2, name: 'Trips with Courier card' });
  await expect(shown).toHaveText('20 rows shown');

  await page.getByRole('button', { name: '10', exact: true }).click();
  await expect(shown).toHaveText('10 rows shown');
  await expect(rows).toHaveCount(10);

  for (const step of ['Next', 'Previous']) {
    await page.getByRole('button', { name: step, exact: true }).click();
    await expect(heading).toBeFocused();
    await expect(shown).toHaveText('10 rows shown');
  }

  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'Last month', exact: true }).click();
  await expect(page).toHaveURL(/from=/);
  await expect(async () => {
    const count = await rows.count();
    expect(count).toBeGreaterThan(10);
    await expect(shown).toHaveText(`${count} rows shown`, { timeout: 500 });
  }).toPass();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
});

/** Playwright counts a visually hidden heading as outside of the window. */
function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

test('another page or another number of rows is read from the top of the list, also in a small window', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 420 });
  await signIn(page, 'Very long history', '/card/trips-history/1');
  const heading = page.getByRole('heading', { level: 2, name: 'Trips with Courier card' });
  const shown = page.getByRole('status').filter({ hasText: / rows? shown$/ });
  await expect(shown).toHaveText('20 rows shown');

  for (const control of ['10', 'Next', 'Previous']) {
    await page.getByRole('button', { name: control, exact: true }).click();
    await expect(shown).toHaveText('10 rows shown');
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(heading).toBeFocused();
    await expect.poll(() => heading.evaluate(isInWindow)).toBe(true);
  }
});
