import { useSyncExternalStore } from 'react';

let hiddenAt: number | undefined;

function onChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function hiddenSince(): number | undefined {
  hiddenAt = document.visibilityState === 'hidden' ? (hiddenAt ?? Date.now()) : undefined;
  return hiddenAt;
}

/** Since when nobody can see the page, in milliseconds since 1970; `undefined` while it can be seen. */
export const useHiddenSince = (): number | undefined => useSyncExternalStore(onChange, hiddenSince, () => undefined);
