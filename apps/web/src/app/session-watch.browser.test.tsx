import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart, signIn, t } from '../../test/render.tsx';
import { clearSession, followOtherTabs } from '../passenger/session.ts';
import { SessionWatch } from './session-watch.tsx';

const elsewhere = () => page.getByText(t('nav.sessionElsewhere'));

test('a session that another tab ended before the watch was loaded ends here as well', async () => {
  followOtherTabs();
  signIn();
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));

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
