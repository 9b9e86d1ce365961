import { createHash } from 'node:crypto';
import { createMemoryHistory } from '@tanstack/react-router';
import { permissionEntries } from '@tapfolio/contracts/permissions.ts';
import { pathTable } from '@tapfolio/locales/path-table.ts';
import { pathOf, routeNames } from '@tapfolio/locales/paths.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freshStorage } from '../../test/browser-globals.ts';
import { buildPortalConfig, buildUserSettings } from '../../test/fixtures.ts';
import { call } from '../lib/api-client.ts';
import { setLanguage } from '../lib/i18n.ts';
import { forgetLinkToken, linkToken, takenToken } from '../passenger/link-token.ts';
import { clearSession, startSession } from '../passenger/session.ts';
import { takeWishedPage } from '../passenger/wished-page.ts';
import { makeRouter } from './router.tsx';

/** The final address. In Node the router returns a redirect as its answer instead of following it. */
async function open(path: string): Promise<string> {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const result = router._serverResult;
  if (result?.type !== 'redirect') return router.state.location.pathname;
  return open(String(result.redirect.options.to ?? result.redirect.options.href));
}

/** The routes that need no sign-in: those of the specification, the two of our registration, and that of the emails about cards. */
const openRoutes: readonly string[] = [
  'login',
  'logout',
  'register',
  'confirm-registration',
  'receipt-page',
  'receipt',
  'reset-password',
  'change-password',
  'stop-emails',
  'error',
  'sso-callback',
];
/** Whoever is signed in may open these: no operator can withhold an answer to a question. */
const routesForAll: readonly string[] = ['questions'];
const closedPaths = routeNames
  .filter((name) => !openRoutes.includes(name))
  .map((name) => [pathOf(name).replace('$id', '3'), name] as const);

beforeEach(async () => {
  freshStorage();
  clearSession();
  await setLanguage('en_CA');
});

describe('the route table', () => {
  test('has every route of the specification under its canonical path [NAV-01]', () => {
    const { routesByPath } = makeRouter(createMemoryHistory());

    for (const name of routeNames) expect(Object.keys(routesByPath)).toContain(pathTable[name].en_CA);
  });

  test('has a permission of the name of each screen that needs a sign-in: without one the screen opens for nobody', () => {
    const entries: readonly string[] = permissionEntries;
    const closed = closedPaths.map(([, name]) => name);

    const without = closed.filter((name) => !entries.includes(name));

    expect({ 'add these to contracts/src/permissions.ts, or to `openRoutes` or `routesForAll` here': without }).toEqual(
      {
        'add these to contracts/src/permissions.ts, or to `openRoutes` or `routesForAll` here': routesForAll,
      },
    );
  });

  test('loads each screen by itself when it is opened, except sign-in [NAV-09]', () => {
    const { routesByPath } = makeRouter(createMemoryHistory());
    const ofPaths: Readonly<Record<string, { options: { component?: { preload?: unknown } } }>> = routesByPath;

    const atOnce = routeNames.filter((name) => ofPaths[pathOf(name)]?.options.component?.preload === undefined);

    expect(atOnce).toEqual(['login']);
  });

  test.each([
    '/login',
    '/logout',
    '/oauth2_web_app_test',
    '/receipt-page',
    '/receipt/ABC',
    '/reset-password',
    '/error',
    '/register',
  ])('opens %s without sign-in [NAV-05]', async (path) => {
    expect(await open(path)).toBe(path);
  });
});

test.each([
  ['/change-password/abc', 'change-password'],
  ['/confirm/abc', 'confirm-registration'],
  ['/stop-emails/abc', 'stop-emails'],
] as const)('takes the token out of %s', async (path, route) => {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const result = router._serverResult;

  expect(result?.type === 'redirect' && result.redirect.options).toMatchObject({
    to: pathTable[route].en_CA,
    params: { token: takenToken },
    replace: true,
  });
  expect(linkToken(route)).toBe('abc');
  forgetLinkToken(route);
});

describe('the guard', () => {
  test('sends a visitor without a session to sign-in and remembers the requested path [NAV-06]', async () => {
    expect(await open('/carte/historique-des-trajets/3?size=20')).toBe('/login');
    expect(takeWishedPage()).toBe('/card/trips-history/3?size=20');
    expect(takeWishedPage()).toBeUndefined();
  });

  test.each(closedPaths)('asks a visitor without a session to sign in at %s [NAV-06]', async (path) => {
    expect(await open(path)).toBe('/login');
    expect(takeWishedPage()).toBe(path);
  });

  test('lets a passenger in, and leads them away from sign-in', async () => {
    startSession({ user: buildUserSettings(), portal_config: buildPortalConfig() });

    expect(await open('/card')).toBe('/card');
    expect(await open('/login')).toBe('/');
  });

  test('leads away from a screen that the permission map does not list [ACC-05]', async () => {
    const permissions = { home: ['passenger-area'], cards: ['card'] };
    startSession({ user: buildUserSettings({ permissions }), portal_config: buildPortalConfig() });

    expect(await open('/card')).toBe('/card');
    expect(await open('/carte/ajouter')).toBe('/error');
    expect(await open('/card/trips-history/3')).toBe('/error');
  });

  test('opens the questions for every passenger, whatever the map lists', async () => {
    startSession({ user: buildUserSettings({ permissions: { cards: ['card'] } }), portal_config: buildPortalConfig() });

    expect(await open('/questions')).toBe('/questions');
  });

  test.each([false, true])('leads on from a home that is not in the map, first page %s [ACC-05]', async (first) => {
    const user = buildUserSettings({ permissions: { account: ['account-edit'] }, show_first_page: first });
    startSession({ user, portal_config: buildPortalConfig() });

    expect(await open('/')).toBe('/account/edit');
    expect(await open('/card')).toBe('/error');
  });

  test('keeps a passenger on the first page if the settings say so [NAV-07]', async () => {
    startSession({ user: buildUserSettings({ show_first_page: true }), portal_config: buildPortalConfig() });

    for (const [path, name] of closedPaths) expect([name, await open(path)]).toEqual([name, '/']);
    expect(await open('/carte/historique-des-trajets/3')).toBe('/');
  });

  test.each(['/logout', '/error', '/receipt-page', '/register'])(
    'opens %s, which needs no sign-in, for a passenger who must stay on the first page [NAV-07]',
    async (path) => {
      startSession({ user: buildUserSettings({ show_first_page: true }), portal_config: buildPortalConfig() });

      expect(await open(path)).toBe(path);
    },
  );
});

test.each([
  '/card/trips-history/1?from=2026-09-07T04:00:00Z&to=2026-09-08T04:00:00Z',
  '/card/trips-history/1?from=2026-09-07T04%3A00%3A00Z&to=2026-09-08T04%3A00%3A00Z',
])('writes the instants of %s in one way [HIST-11]', (asked) => {
  const { latestLocation, buildLocation } = makeRouter(createMemoryHistory({ initialEntries: [asked] }));
  const written = '/card/trips-history/1?from=2026-09-07T04:00:00Z&to=2026-09-08T04:00:00Z';

  expect(latestLocation.href).toBe(written);
  expect(buildLocation({ to: latestLocation.pathname, search: latestLocation.search }).publicHref).toBe(written);
});

test('every call sends cookies, JSON and the trace header with the current screen, also calls that only read [SES-03]', async () => {
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { method, headers, credentials }: RequestInit) => {
    const [info = '', hash] = (new Headers(headers).get('x-trace') ?? '').split('.');
    const isHashed = hash === createHash('sha256').update(info).digest('hex');
    const type = new Headers(headers).get('content-type');
    sent.push({ method, route: JSON.parse(atob(info)).route, isHashed, credentials, type });
    return Response.json({});
  });
  const router = makeRouter(createMemoryHistory({ initialEntries: ['/login'] }));
  await router.load();

  await call('getPortalConfig');
  router.history.push('/register');
  await router.load();
  await call('getPortalConfig');
  await call('signIn', { body: { email: 'maya@example.com', password: 'a password' } });

  const always = { isHashed: true, credentials: 'same-origin' };
  expect(sent).toEqual([
    { ...always, method: 'GET', route: 'login', type: null },
    { ...always, method: 'GET', route: 'register', type: null },
    { ...always, method: 'POST', route: 'register', type: 'application/json' },
  ]);
});
