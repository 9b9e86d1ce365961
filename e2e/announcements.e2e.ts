import type { Page } from '@playwright/test';
import { withAnnouncement } from './support/announcements.ts';
import { expectNoViolations } from './support/judgements.ts';
import { expect, test } from './support/test.ts';

const content = {
  level: 'warning',
  shownOn: ['sign-in'],
  texts: {
    en_CA: {
      title: 'The bank is down tonight',
      body: 'Unpaid fares cannot be paid until 06:00.',
      more: 'https://transit.port-lumiere.example/status',
    },
  },
};

const band = (page: Page, name = 'Announcements') => page.getByRole('region', { name, exact: true });

/** The page asks the server when it is seen again; half a minute has passed. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward('00:31');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

test('an operator tells passengers something by a command, and takes it back: open pages follow without a reload', async ({
  page,
  world,
}) => {
  await page.clock.install();
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await withAnnouncement(world, content, async (end) => {
    await expect(async () => {
      await comeBack(page);
      await page.clock.runFor(2000);
      await expect(band(page)).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(band(page)).toContainText('Unpaid fares cannot be paid until 06:00.');

    await end();
    await expect(async () => {
      await comeBack(page);
      await page.clock.runFor(2000);
      await expect(band(page)).toHaveCount(0, { timeout: 1000 });
    }).toPass();
  });
});

test('an announcement is shown in a language that has no text of its own, is closed for good, and is not printed', async ({
  page,
  world,
}) => {
  await withAnnouncement(world, content, async () => {
    await page.goto('/connexion');
    await expect(band(page, 'Annonces')).toBeVisible();
    await expect(page.getByText('The bank is down tonight').last()).toHaveAttribute('lang', 'en-CA');
    await expectNoViolations(page, 'announcement');
    await page.emulateMedia({ media: 'print' });
    await expect(band(page, 'Annonces')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });

    await band(page, 'Annonces').getByRole('button', { name: 'Fermer' }).click();
    await expect(band(page, 'Annonces')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForTimeout(3000);
    await expect(band(page, 'Annonces')).toHaveCount(0);
  });
});

test('late charges are explained above the payments, and only there', async ({ page, signIn }) => {
  await signIn(page, 'Regular');
  await expect(band(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Payments' }).first().click();

  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeFocused();
  await expect(band(page)).toContainText('Ferry charges arrive late');
  await expect(band(page).getByRole('link', { name: /More about this/ })).toHaveAttribute(
    'href',
    'https://transit.port-lumiere.example/ferry-charges',
  );
});
