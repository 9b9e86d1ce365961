/**
 * Notes the fields of a page that the server wrote. The returned function gives what was typed in them to the fields that React made in
 * their place, and the focus too. A field that React has taken over keeps it by itself. The removed field still knows its text, so
 * nothing is lost that is typed until then.
 */
export function keepTyped(root: HTMLElement): () => void {
  const written = [...root.querySelectorAll<HTMLInputElement>('input[name]')];
  let focused = document.activeElement;
  // A field that is removed loses the focus without an event, so the last one that had it is known here.
  const noteFocus = ({ target }: FocusEvent): void => {
    focused = target instanceof Element ? target : null;
  };
  root.addEventListener('focusin', noteFocus);
  return () => {
    root.removeEventListener('focusin', noteFocus);
    const made = written.filter(({ isConnected }) => !isConnected).map((field) => [field, standInOf(field)] as const);
    for (const [field, standIn] of made) if (standIn) giveTyped(field, standIn);
    const [, next] = made.find(([field]) => field === focused) ?? [];
    if (document.activeElement === document.body) next?.focus();
  };

  function standInOf(field: HTMLInputElement): HTMLInputElement | undefined {
    const place = written.filter(({ name }) => name === field.name).indexOf(field);
    return [...root.querySelectorAll<HTMLInputElement>('input[name]')].filter(({ name }) => name === field.name)[place];
  }
}

/** As if it were typed there: the screen reads what it shows from these events. */
function giveTyped({ value, checked }: HTMLInputElement, to: HTMLInputElement): void {
  if (to.checked !== checked) to.click();
  if (value === '' || to.value === value) return;
  // React does not notice a value that is set at the field itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(to, value);
  to.dispatchEvent(new Event('input', { bubbles: true }));
}
