/** A control as it can be found again: its kind, words and target, and its place among those that have the same. */
export type LeftControl = { readonly looks: string; readonly place: number };

/** What is pressed. A field would open the keyboard of a phone. */
const controls = 'main :is(a[href], button, summary)';

const looksOf = (control: HTMLElement): string =>
  JSON.stringify([
    control.localName,
    control.textContent,
    ...['href', 'aria-label'].map((name) => control.getAttribute(name)),
  ]);

const alike = (looks: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(controls)].filter((control) => looksOf(control) === looks);

/** The control of the screen that has the focus, or undefined. */
export function controlToLeave(): LeftControl | undefined {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement && focused.matches(controls))) return undefined;
  const looks = looksOf(focused);
  return { looks, place: alike(looks).indexOf(focused) };
}

/** Moves the focus to a control that was left, if the screen has it now. Its list may stand elsewhere than before. */
export function focusLeft({ looks, place }: LeftControl): boolean {
  const control = alike(looks)[place];
  if (!control) return false;
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: 'nearest' });
  return document.activeElement === control;
}
