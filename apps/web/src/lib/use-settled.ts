import { useEffect, useState } from 'react';

/** A value once it has not changed for a while: what is read out must not follow every key. */
export function useSettled<T>(value: T, afterMs: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
