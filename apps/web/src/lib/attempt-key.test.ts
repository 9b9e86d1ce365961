import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshStorage } from '../../test/browser-globals.ts';

const request = { paymentId: '1', amountMinor: 750 };

let tab: Storage;

beforeEach(() => {
  tab = freshStorage().session;
});
afterEach(() => vi.unstubAllGlobals());

/** The module as a page has it after a reload: only the storage of the tab is what it was. */
async function reloaded() {
  vi.resetModules();
  return await import('./attempt-key.ts');
}

test('a request without a final answer keeps its key after a reload of the page, and only its hash is stored', async () => {
  const key = await (await reloaded()).attemptKey(request);

  const { attemptKey } = await reloaded();

  expect(await attemptKey({ ...request })).toBe(key);
  expect(await attemptKey({ ...request, amountMinor: 900 })).not.toBe(key);
  expect([tab.key(0), tab.key(1)].join()).not.toMatch(/paymentId|750/);
});

test('a final answer ends the key, also after a reload of the page', async () => {
  const { attemptKey, forgetAttempt } = await reloaded();
  const key = await attemptKey(request);

  await forgetAttempt(request);

  expect(tab.length).toBe(0);
  expect(await attemptKey(request)).not.toBe(key);
});

test('a browser that stores nothing keeps the key as long as the page', async () => {
  vi.stubGlobal('sessionStorage', null);
  const { attemptKey } = await reloaded();

  expect(await attemptKey(request)).toBe(await attemptKey(request));
});
