import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36',
    'Chrome Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0', 'Edge Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile Safari/604.1',
    'Safari iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 SamsungBrowser/29.0 Chrome/140.0 Mobile Safari/537.36',
    'Samsung Internet Android',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:146.0) Gecko/20100101 Firefox/146.0', 'Firefox macOS'],
])('reads %s', (userAgent, device) => {
  expect(Object.values(deviceOf(userAgent) ?? {}).join(' ')).toBe(device);
});

test('returns no name for an unknown browser', () => {
  expect([deviceOf(null), deviceOf(''), deviceOf('curl/8.0')]).toEqual([undefined, undefined, undefined]);
});
