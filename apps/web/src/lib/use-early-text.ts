import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Reads once what was typed or pasted into a field before the script of the page was loaded. */
export function useEarlyText(box: RefObject<HTMLInputElement | null>, read: (text: string) => void): void {
  const readFirst = useEffectEvent(() => read(box.current?.value ?? ''));
  useEffect(() => readFirst(), []);
}
