import { useRef } from 'react';

/** Acts, and does nothing when called while it acts: the second click of two may come before the button has learnt that it is busy. */
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
