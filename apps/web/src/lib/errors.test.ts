import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { debug, errorText, handleError, report } from './errors.ts';
import type { T } from './i18n.ts';
import { noticesNow } from './notices.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('an error of the page is written to the console [WEB-02]', () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fault = new Error('broken');

  report(fault);

  expect(written).toHaveBeenCalledWith(fault);
});

test('a part of the page that did not arrive is reported as a network failure, and a reload tries it again', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('navigator', { onLine: true });
  const key: T = (name, ..._values) => name;
  const missing = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');

  handleError(missing);

  const [notice] = noticesNow().shown;
  expect([notice?.content?.(key), notice?.action?.label(key)]).toEqual(['common.network', 'common.retry']);
  expect(errorText(new Error('broken'))(key)).toBe('errors.TM0001');
});

test('a failure without a network is told as one, also when the network is back', () => {
  const key: T = (name, ..._values) => name;
  vi.stubGlobal('navigator', { onLine: false });
  handleError(new ApiError({ status: 0, code: 'unavailable' }));

  vi.stubGlobal('navigator', { onLine: true });

  expect(noticesNow().shown.at(-1)?.content?.(key)).toBe('common.offline');
});

test('the page logs what it does only in a build with the flag [WEB-02]', () => {
  const written = vi.spyOn(console, 'debug').mockImplementation(() => undefined);

  debug('call', 'listCards', 200);
  expect(written).not.toHaveBeenCalled();

  vi.stubEnv('VITE_DEBUG_LOG', 'on');
  debug('call', 'listCards', 200);
  expect(written).toHaveBeenCalledWith('[tapfolio]', 'call', 'listCards', 200);
});
