import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterContextProvider, RouterProvider } from '@tanstack/react-router';
import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import type { UserSettings } from '@tapfolio/contracts/sessions.ts';
import type { ReactNode } from 'react';
import { type RenderResult, render } from 'vitest-browser-react';
import { answerLostSession } from '../src/app/after-start.ts';
import { focusOnNavigation } from '../src/app/focus-on-navigation.ts';
import { type AppRouter, followLanguage, makeRouter } from '../src/app/router.tsx';
import { currentT, type T } from '../src/lib/i18n.ts';
import { startSession } from '../src/passenger/session.ts';
import { Toasts } from '../src/ui/toasts.tsx';
import { server } from './fake-server.ts';
import { buildPortalConfig, buildUserSettings } from './fixtures.ts';

/** A text of the page's language, by its key: a test that is about something else does not depend on the wording. */
export const t: T = (key, ...values) => currentT()(key, ...values);

/** Signs a passenger in, as the answer to a sign-in does. */
export function signIn(user: Partial<UserSettings> = {}, config: Partial<PortalConfig> = {}): void {
  const answer = { user: buildUserSettings(user), portal_config: buildPortalConfig(config) };
  startSession(answer);
  // The area tells the server now and then that the passenger is there.
  server.answer('getSettings', () => answer);
}

/** Shows the whole portal at an address, with the same router, guards and frame as in the browser. */
export async function openPortal(address: string): Promise<{ router: AppRouter; screen: RenderResult }> {
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }));
  followLanguage(router);
  focusOnNavigation(router);
  answerLostSession(router);
  await router.load();
  return { router, screen: await render(<RouterProvider router={router} />) };
}

/** Shows one part with everything that a screen gives it: links, queries and the notices. */
export async function renderPart(part: ReactNode): Promise<RenderResult> {
  const router = makeRouter(createMemoryHistory({ initialEntries: ['/'] }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(part, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <RouterContextProvider router={router}>
        <QueryClientProvider client={client}>
          <main>{children}</main>
          <Toasts />
        </QueryClientProvider>
      </RouterContextProvider>
    ),
  });
}
