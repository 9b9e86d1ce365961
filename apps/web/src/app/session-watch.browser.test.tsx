import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../test/fake-server.ts';
import { renderPart, signIn, t } from '../../test/render.tsx';
import { notify } from '../lib/notices.ts';
import { clearSession } from '../passenger/session.ts';
import { SessionWatch } from './session-watch.tsx';

const maxMinutes = 15;
const elsewhere = () => page.getByText(t('nav.sessionElsewhere'));

/** What a tab sees of the end of the session in another one. */
function endElsewhere(): void {
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
}

test('a session that another tab ended before the watch was loaded ends here as well', async () => {
  signIn();
  endElsewhere();

  await renderPart(<SessionWatch />);

  await expect.element(elsewhere()).toBeVisible();
});

test('a session that ended here is not said to have ended in another tab', async () => {
  signIn();
  clearSession();

  await renderPart(<SessionWatch />);

  await expect.element(page.getByRole('main')).toBeInTheDocument();
  expect(elsewhere().elements()).toHaveLength(0);
});

test('who did nothing for too long reads that, whichever tab was first to end the session', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  server.answer('signOut', () => ({ data: {} }));
  signIn();
  await renderPart(<SessionWatch />);
  // All but the last second, of which the other tab has counted more than this one.
  vi.advanceTimersByTime(maxMinutes * 60_000 - 500);
  vi.setSystemTime(Date.now() + 500);

  endElsewhere();

  await expect.element(page.getByText(t('nav.idleExceeded', { max: maxMinutes }))).toBeVisible();
  expect(elsewhere().elements()).toHaveLength(0);
});

test('why the session ended stays on screen when another tab ends it a moment later', async () => {
  signIn();
  await renderPart(<SessionWatch />);
  clearSession();
  notify({ title: () => 'said at the end' });

  endElsewhere();

  await expect.element(page.getByText('said at the end')).toBeVisible();
});
