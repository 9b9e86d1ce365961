import { useCallback, useRef } from 'react';
import { closeNotice, noticesNow } from './notices.ts';

/**
 * Returns a function that runs an attempt of an action and returns its result. A new attempt removes the notices about the failure of
 * the last one: they must not stand beside its success.
 */
export function useAttempts(): <R>(act: () => Promise<R>) => Promise<R> {
  const failures = useRef<readonly string[]>([]);
  return useCallback(async (act) => {
    for (const uuid of failures.current) closeNotice(uuid);
    const before = new Set(noticesNow().shown.map(({ uuid }) => uuid));
    try {
      return await act();
    } finally {
      const since = noticesNow().shown.filter(({ uuid }) => !before.has(uuid));
      failures.current = since
        .filter(({ type, storeInList }) => type === 'danger' && !storeInList)
        .map(({ uuid }) => uuid);
    }
  }, []);
}
