import type { RegisteredRouter as AppRouter } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { Browser } from '../features/session/end-session.ts';

/** The browser functions that ending a session needs. */
export function sessionBrowser(router: Pick<AppRouter, 'latestLocation' | 'navigate'>): Browser {
  return {
    currentPath: () => router.latestLocation.publicHref,
    goToLogin: () => router.navigate({ to: pathOf('login'), replace: true }),
    leaveFor: (address) => location.assign(address),
    reload: () => location.reload(),
  };
}
