import { useRef } from 'react';
import { useAttempts } from './use-attempts.ts';

/**
 * Runs an action as an attempt ({@link useAttempts}), and ignores calls while it runs: the second click of a double click may come
 * before the button shows that it is busy.
 */
export function useOneAtATime(): (act: () => Promise<void>) => Promise<void> {
  const isUnderWay = useRef(false);
  const attempt = useAttempts();
  return async (act) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await attempt(act);
    } finally {
      isUnderWay.current = false;
    }
  };
}
