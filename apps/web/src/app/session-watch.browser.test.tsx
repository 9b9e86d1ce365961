import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { server } from '../../test/fake-server.ts';
import { buildUserSettings } from '../../test/fixtures.ts';
import { nextReload } from '../../test/next-reload.ts';
import { renderPart, signIn, t } from '../../test/render.tsx';
import { buildCardList } from '../../test/travel-fixtures.ts';
import { notify } from '../lib/notices.ts';
import { storageKeys, writeStored } from '../lib/storage.ts';
import { clearSession } from '../passenger/session.ts';
import { makeRouter } from './router.tsx';
import { SessionWatch } from './session-watch.tsx';

const maxMinutes = 15;
const elsewhere = () => page.getByText(t('nav.sessionElsewhere'));

/** What a tab sees of the end of the session in another tab. */
function endElsewhere(): void {
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
}

function signInElsewhere(email: string): void {
  writeStored(storageKeys.session, buildUserSettings({ email }));
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }));
}

/** Acts at the first paint, before anything that is loaded later. */
function AtFirstPaint({ act }: { act: () => void }) {
  useLayoutEffect(act, [act]);
  return null;
}

test('a session that another tab ended before the watch was loaded ends here as well', async () => {
  signIn();
  endElsewhere();

  await renderPart(<SessionWatch shownTo={undefined} />);

  await expect.element(elsewhere()).toBeVisible();
});

test('a session that another tab ended while this page was in the back/forward cache ends here as well', async () => {
  signIn();
  await renderPart(<SessionWatch shownTo={undefined} />);
  localStorage.clear();

  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

  await expect.element(elsewhere()).toBeVisible();
});

test('a screen is reloaded if another tab signs another passenger in before the watch is loaded', async () => {
  const reloaded = nextReload();
  server.answer('listCards', () => buildCardList([]));
  server.answer('getSpend', () => ({ currencies: [] }));
  signIn({ email: 'anna@example.org' });
  const router = makeRouter(createMemoryHistory({ initialEntries: ['/'] }));
  await router.load();

  await render(
    <>
      <RouterProvider router={router} />
      <AtFirstPaint act={() => signInElsewhere('ben@example.org')} />
    </>,
  );

  await reloaded;
});

test('a session that ended here is not reported as ended in another tab', async () => {
  signIn();
  clearSession();

  await renderPart(<SessionWatch shownTo={undefined} />);

  await expect.element(page.getByRole('main')).toBeInTheDocument();
  expect(elsewhere().elements()).toHaveLength(0);
});

test('a passenger who did nothing for too long reads so, whichever tab ended the session first', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  server.answer('signOut', () => ({ data: {} }));
  signIn();
  await renderPart(<SessionWatch shownTo={undefined} />);
  // All except the last second; the other tab has counted more of it than this one.
  vi.advanceTimersByTime(maxMinutes * 60_000 - 500);
  vi.setSystemTime(Date.now() + 500);

  endElsewhere();

  await expect.element(page.getByText(t('nav.idleExceeded', { max: maxMinutes }))).toBeVisible();
  expect(elsewhere().elements()).toHaveLength(0);
});

test('the reason why the session ended stays on screen if another tab ends it a moment later', async () => {
  signIn();
  await renderPart(<SessionWatch shownTo={undefined} />);
  clearSession();
  notify({ title: () => 'said at the end' });

  endElsewhere();

  await expect.element(page.getByText('said at the end')).toBeVisible();
});

test('a sign-in in another tab takes away what this tab says about the end of the former session', async () => {
  signIn();
  await renderPart(<SessionWatch shownTo="anna@example.org" />);
  endElsewhere();
  await expect.element(elsewhere()).toBeVisible();

  signInElsewhere('anna@example.org');

  await expect.element(elsewhere()).not.toBeInTheDocument();
});
