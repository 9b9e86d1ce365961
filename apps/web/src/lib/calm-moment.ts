/** So long nobody does anything before something moves; with the pointer on a control, so much longer. */
const calmMs = 1000;
const restMs = 10_000;

const acts = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'scroll', 'focusin'] as const;
const controls = ':is(a, button, input, select, textarea, label, summary):hover';

/** After a touch the last control counts as hovered. */
const isPointingAtControl = (): boolean =>
  matchMedia('(hover: hover)').matches && document.querySelector(controls) !== null;

/**
 * Calls back once when the page may move: nobody has acted for a moment, it is not scrolled, and the pointer lies on nothing that could
 * be pressed, or has lain there for long. At once while nobody can see the page. Returns a function that stops this.
 */
export function onCalmMoment(then: () => void): () => void {
  let since = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    for (const act of acts) removeEventListener(act, startAgain, { capture: true });
    document.removeEventListener('visibilitychange', look);
  };
  const look = (): void => {
    const isSeen = document.visibilityState !== 'hidden';
    const calmFor = performance.now() - since;
    if (isSeen && (calmFor < calmMs || scrollY > 0 || (calmFor < restMs && isPointingAtControl()))) wait();
    else {
      stop();
      then();
    }
  };
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, calmMs);
  };
  const startAgain = (): void => {
    since = performance.now();
    wait();
  };
  for (const act of acts) addEventListener(act, startAgain, { capture: true, passive: true });
  document.addEventListener('visibilitychange', look);
  look();
  return stop;
}
