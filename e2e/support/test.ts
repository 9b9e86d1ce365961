import { test as base, expect, type Page } from '@playwright/test';
import { type RunningWorld, theWorld } from './running-world.ts';

interface Fixtures {
  world: RunningWorld;
  /** Signs one of the city's people in and waits for the home screen. */
  signIn(page: Page, kind: string): Promise<void>;
}

/** A journey fails when the page throws or prints an error that it did not expect. */
export const test = base.extend<Fixtures & { watchErrors: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands the pattern.
  world: async ({}, provide) => provide(theWorld()),

  watchErrors: [
    async ({ page }, provide) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
      });
      await provide(errors);
      expect(errors.filter((error) => !isExpected(error))).toEqual([]);
    },
    { auto: true },
  ],

  signIn: async ({ world }, provide) => {
    await provide(async (page, kind) => {
      const person = world.people.find((candidate) => candidate.kind === kind);
      if (person === undefined) throw new Error(`nobody in the city is ${kind}`);
      await page.goto('/login');
      await signInAs(page, person.email, world.password);
    });
  },
});

/**
 * The browser prints every refused call; the screens answer those, and the tests look at the answer. It also prints that
 * the mailbox lets no script of a mail run, which is what the mailbox is to do.
 */
function isExpected(error: string): boolean {
  return /responded with a status of 4\d\d|^Blocked script execution in '[^']*\/mails\//.test(error);
}

/** Fills the sign-in form; who was on the way somewhere arrives there and not at home. */
export async function signInAs(page: Page, email: string, password: string, arrival = '/'): Promise<void> {
  await page.getByLabel(/^(Email address|Adresse courriel)$/).fill(email);
  await page.getByLabel(/^(Password|Mot de passe)$/).fill(password);
  await page.getByRole('button', { name: /^(Sign in|Se connecter|Ouvrir une session)$/ }).click();
  await expect(page).toHaveURL(arrival);
}

export { expect };
