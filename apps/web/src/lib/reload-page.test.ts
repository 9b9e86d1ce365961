import { afterEach, expect, it, vi } from 'vitest';
import { reloadPage } from './reload-page.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['at once with a network', { onLine: true, serviceWorker: undefined }, 1, 1],
  ['at once without a network if a service worker answers', { onLine: false, serviceWorker: { controller: {} } }, 1, 1],
  [
    'when the network is back if no service worker has the page yet',
    { onLine: false, serviceWorker: { controller: null } },
    0,
    1,
  ],
  ['when the network is back if the browser has no service workers', { onLine: false, serviceWorker: undefined }, 0, 1],
])('loads the page again %s', (_, navigator, before, afterwards) => {
  const reload = vi.fn();
  const window = new EventTarget();
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));

  reloadPage();
  expect(reload).toHaveBeenCalledTimes(before);
  window.dispatchEvent(new Event('online'));

  expect(reload).toHaveBeenCalledTimes(afterwards);
});
