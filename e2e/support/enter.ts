import { expect, type Page } from '@playwright/test';
import { traceHeader } from '../../apps/server/test/trace-header.ts';

interface Credentials {
  email: string;
  password: string;
}

/**
 * Signs a passenger in without opening the form: the browser gets the session's cookie and the entry that the page stores
 * about it. Journeys about signing in type into the form instead (`signInAs`).
 */
export async function enter(page: Page, origin: string, credentials: Credentials, address: string): Promise<void> {
  const call = { data: credentials, headers: { origin, 'x-trace': traceHeader('login') } };
  const answer = await page.request.post(`${origin}/public/api/v1/auth/sessions`, call);
  expect(answer.status(), await answer.text()).toBe(200);
  const { user, portal_config: config }: { user: unknown; portal_config: unknown } = await answer.json();
  // Runs in the opened document before the page's own scripts, and in no later document.
  const storing = await page.addInitScript(
    (values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    },
    { _sbdat: stored(user), portalConfig: stored(config) },
  );
  await page.goto(address);
  await storing.dispose();
}

/** How the page stores a value (WEB-03). */
function stored(value: unknown): string {
  return `v1.${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
}
