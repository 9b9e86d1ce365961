import { useSyncExternalStore } from 'react';

let isPrinting = false;

function onPrint(listener: () => void): () => void {
  const begin = (): void => {
    isPrinting = true;
    listener();
  };
  const end = (): void => {
    isPrinting = false;
    listener();
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}

/**
 * True from just before the page is printed until it has been. Browsers count the sheets in between: what gets longer later, as by
 * a media query that asks for the width of the paper, loses its end.
 */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    onPrint,
    () => isPrinting,
    () => false,
  );
