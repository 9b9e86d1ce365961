import { afterEach, expect, test, vi } from 'vitest';
import { debug, report } from './errors.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('a fault of the page is written to the console [WEB-02]', () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fault = new Error('broken');

  report(fault);

  expect(written).toHaveBeenCalledWith(fault);
});

test('what the page does is told only in a build with the flag [WEB-02]', () => {
  const written = vi.spyOn(console, 'debug').mockImplementation(() => undefined);

  debug('call', 'listCards', 200);
  expect(written).not.toHaveBeenCalled();

  vi.stubEnv('VITE_DEBUG_LOG', 'on');
  debug('call', 'listCards', 200);
  expect(written).toHaveBeenCalledWith('[tapfolio]', 'call', 'listCards', 200);
});
