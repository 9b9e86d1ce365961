/**
 * Runs in the page. Finds the first visible control whose name begins with the words: a link, button, summary or box by its label or text. While a
 * dialog is open, only its controls can be pressed.
 * It uses nothing from outside the function, because its source is sent to the browser.
 */
export function findControl(name: string, wanted: 'press' | 'type'): Element | null {
  const nameOf = (element: Element): string => {
    const labelled = 'labels' in element && element.labels instanceof NodeList ? element.labels[0]?.textContent : null;
    return (element.getAttribute('aria-label') ?? labelled ?? element.textContent).trim();
  };
  const selector =
    wanted === 'type' ? 'input, textarea' : 'a[href], button, summary, input[type=checkbox], input[type=radio]';
  const place = document.querySelector('dialog[open]') ?? document;
  const found = [...place.querySelectorAll(selector)].filter(
    (element) => element.checkVisibility() && nameOf(element).startsWith(name),
  );
  const control = found.find((element) => nameOf(element) === name) ?? found[0] ?? null;
  control?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return control;
}
