import { useSyncExternalStore } from 'react';

const events = ['online', 'offline'] as const;

function onChange(listener: () => void): () => void {
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
}

/** Whether the browser has a network now, kept up to date. */
export function useOnline(): boolean {
  return useSyncExternalStore(onChange, () => navigator.onLine);
}
