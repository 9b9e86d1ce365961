/**
 * Translates the page as Chrome does: each text is replaced by an element with other words in it, those that come later too, but not
 * what is marked as no text of a language. Runs also in a page of the journeys, so it uses nothing from outside itself. Returns a function
 * that stops it.
 */
export function translatePage(): () => void {
  const isOurs = (node: Node): boolean =>
    node.parentElement?.closest('font, script, style, textarea, select, [translate=no]') === null;
  const translate = (text: Node): void => {
    if (!text.nodeValue?.trim() || !isOurs(text)) return;
    const translation = document.createElement('font');
    translation.textContent = `«${text.nodeValue}»`;
    text.parentNode?.replaceChild(translation, text);
  };
  const translateAll = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) translate(text);
  };
  const watch = new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (node.nodeType === Node.TEXT_NODE) translate(node);
        else translateAll(node);
      }
    }
  });
  translateAll(document.body);
  watch.observe(document.body, { subtree: true, childList: true });
  return () => watch.disconnect();
}
