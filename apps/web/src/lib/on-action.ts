const actions = ['mousedown', 'mousemove', 'keydown', 'touchstart'] as const;

/** Browsers also report a movement if the page changes under a mouse that does not move. */
const isOfPage = (event: Event): boolean =>
  event.type === 'mousemove' && event instanceof MouseEvent && event.movementX === 0 && event.movementY === 0;

/**
 * Calls back whenever the passenger does something; returns a function that stops this. `also` names what else counts. The page can
 * cause a `scroll` as well, when it opens another screen, but no turn of the `wheel`.
 */
export function onAction(listener: () => void, also: readonly ('scroll' | 'pageshow' | 'wheel')[]): () => void {
  const handle = (event: Event): void => {
    if (!isOfPage(event)) listener();
  };
  const options = { capture: true, passive: true };
  const heard = [...actions, ...also];
  for (const action of heard) addEventListener(action, handle, options);
  return () => {
    for (const action of heard) removeEventListener(action, handle, options);
  };
}
