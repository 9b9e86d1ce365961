import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type BankControls, bankControls } from '../../demo/bank/bank-controls.ts';
import { enter } from './enter.ts';
import { noteNotices } from './notices.ts';
import { watchRequests } from './open-requests.ts';
import { makePassenger, type PassengerWishes, type TestPassenger } from './passengers.ts';
import { type RunningWorld, theWorld } from './running-world.ts';

interface Options {
  /**
   * True leaves the browser its service worker. The page registers it after three seconds, and then it stores the whole program, which
   * takes as much processor time as a short journey. So only some journeys have it: its own, and the main ones. For all others the
   * browser is one without service workers.
   */
  hasServiceWorker: boolean;
}

interface Fixtures {
  world: RunningWorld;
  /** The city's bank. Set its faults for one statement reference only: other journeys run in the same city. */
  bank: BankControls;
  /** Declares the page errors that this journey causes on purpose. Any other error fails the journey. */
  allowErrors(pattern: RegExp): void;
  /** Signs one of the city's people in and opens a screen (default: home). A test that changes a passenger must use `enterAs`. */
  signIn(page: Page, kind: string, address?: string): Promise<void>;
  /** Makes a passenger for this test alone, signs them in and opens a screen (default: home). */
  enterAs(page: Page, wishes?: PassengerWishes, address?: string): Promise<TestPassenger>;
  /** Opens an empty page in a browser of somebody else. */
  openElsewhere(): Promise<Page>;
}

/** An IP address that no other test uses, from the range for documentation (RFC 3849). */
function someAddress(): string {
  const [first = 0, second = 0, third = 0] = crypto.getRandomValues(new Uint16Array(3));
  return `2001:db8:${first.toString(16)}:${second.toString(16)}::${third.toString(16)}`;
}

/** The browser prints an error for every refused call. The tests check the message on the screen instead. */
const refusedCall = /responded with a status of 4\d\d/;
/**
 * What the browser prints about blocked calls. The screens show their own message. The load of a service worker may be blocked at
 * that moment too.
 */
export const keptCalls =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_ABORTED|ERR_NETWORK|ServiceWorker|fetching the script/;
/** The browser prints this because the mailbox blocks every script of a mail. */
const scriptOfMail = /^Blocked script execution in '[^']*\/mails\//;

/** A journey fails when the page throws or prints an error that it did not expect. */
export const test = base.extend<Options & Fixtures & { allowedErrors: RegExp[] }>({
  hasServiceWorker: [false, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands the pattern.
  world: async ({}, provide) => provide(theWorld()),

  bank: async ({ world }, provide) => provide(bankControls(world.bankUrl)),

  baseURL: async ({ world }, provide) => provide(world.address),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands the pattern.
  extraHTTPHeaders: async ({}, provide) => provide({ 'x-forwarded-for': someAddress() }),

  context: async ({ context, hasServiceWorker }, provide) => {
    watchRequests(context);
    await noteNotices(context);
    if (!hasServiceWorker) await takeServiceWorker(context);
    await provide(context);
  },

  allowedErrors: [
    async ({ page }, provide) => {
      const errors: string[] = [];
      const allowed: RegExp[] = [refusedCall, scriptOfMail];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
      });
      await provide(allowed);
      expect(errors.filter((error) => !allowed.some((pattern) => pattern.test(error)))).toEqual([]);
    },
    { auto: true },
  ],

  allowErrors: async ({ allowedErrors }, provide) => {
    await provide((pattern) => void allowedErrors.push(pattern));
  },

  signIn: async ({ world }, provide) => {
    await provide(async (page, kind, address = '/') => {
      const person = world.people.find((candidate) => candidate.kind === kind);
      if (person === undefined) throw new Error(`nobody in the city is ${kind}`);
      const { email } = person;
      await enter(page, new URL(world.address).origin, { email, password: world.password }, address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  },

  enterAs: async ({ world }, provide) => {
    await provide(async (page, wishes, address = '/') => {
      const passenger = await makePassenger(world, wishes);
      const { email, password } = passenger;
      await enter(page, new URL(world.address).origin, { email, password }, address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      return passenger;
    });
  },

  openElsewhere: async ({ browser, world, hasServiceWorker }, provide) => {
    const contexts: BrowserContext[] = [];
    await provide(async () => {
      const context = await browser.newContext({ baseURL: world.address, locale: 'en-CA' });
      contexts.push(context);
      await noteNotices(context);
      if (!hasServiceWorker) await takeServiceWorker(context);
      return await context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

async function takeServiceWorker(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
}

/** Signs in with the form and waits for the requested page (default: home). */
export async function signInAs(page: Page, email: string, password: string, arrival = '/'): Promise<void> {
  await page.getByLabel(/^(Email address|Adresse courriel)$/).fill(email);
  await page.getByLabel(/^(Password|Mot de passe)$/).fill(password);
  await page.getByRole('button', { name: /^(Sign in|Se connecter|Ouvrir une session)$/ }).click();
  await expect(page).toHaveURL(arrival);
}

/** Signs out as the menu does. */
export async function signOut(page: Page): Promise<void> {
  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
}

export { expect };
