import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart, signIn, t } from '../../test/render.tsx';
import { clearSession } from '../passenger/session.ts';
import { SessionWatch } from './session-watch.tsx';

test('a session that ended in another tab before the watch was loaded ends here as well', async () => {
  signIn();
  // The page has heard of it; the watch comes after the frame.
  clearSession();

  await renderPart(<SessionWatch />);

  await expect.element(page.getByText(t('nav.sessionElsewhere'))).toBeVisible();
});
