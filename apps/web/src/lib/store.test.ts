import { expect, test, vi } from 'vitest';
import { createStore } from './store.ts';

test('reads its first value once, at the first use', () => {
  const read = vi.fn(() => 'stored');
  const store = createStore(read);
  expect(read).not.toHaveBeenCalled();

  expect([store.get(), store.get()]).toEqual(['stored', 'stored']);

  expect(read).toHaveBeenCalledOnce();
});

test('keeps `undefined` like any other value', () => {
  const read = vi.fn(() => undefined);
  const store = createStore<string | undefined>(read);
  store.set('value');
  store.set(undefined);

  expect(store.get()).toBeUndefined();
  expect(read).not.toHaveBeenCalled();
});

test('tells every listener about a change until it stops listening', () => {
  const store = createStore(() => 1);
  const [first, second] = [vi.fn(), vi.fn()];
  const stop = store.subscribe(first);
  store.subscribe(second);

  store.set(2);
  stop();
  store.set(3);

  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(2);
  expect(store.get()).toBe(3);
});
