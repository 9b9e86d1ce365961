import { useRef } from 'react';

/** Runs an action, and ignores calls while it runs: the second click of a double click may come before the button shows that it is busy. */
export function useOneAtATime(): (act: () => Promise<void>) => Promise<void> {
  const isUnderWay = useRef(false);
  return async (act) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await act();
    } finally {
      isUnderWay.current = false;
    }
  };
}
