import { type MouseEvent, useLayoutEffect, useRef } from 'react';

/** Within this time a second tap belongs to the first one. */
export const doubleTapMs = 400;

/**
 * Many people press everything twice. The second press of a double click on the button that opens a dialog would press what the dialog
 * has at this place: it could pay or delete. Returns a handler that stops such a press, as long as the dialog has had none of its own.
 */
export function useNoStrayPress(isOpen: boolean): (event: MouseEvent) => void {
  const openedAt = useRef(0);
  const wasPressed = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen) return;
    openedAt.current = performance.now();
    wasPressed.current = false;
  }, [isOpen]);
  return (event) => {
    if (!wasPressed.current && (event.detail > 1 || isSecondTap(event, openedAt.current))) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    wasPressed.current = true;
  };
}

/** Each tap of a double tap may count as a first one. */
function isSecondTap({ nativeEvent, timeStamp }: MouseEvent, openedAt: number): boolean {
  return 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch' && timeStamp - openedAt < doubleTapMs;
}
