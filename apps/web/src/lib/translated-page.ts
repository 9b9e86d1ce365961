/** What a translator has put in the place of a text. */
const standIns = new WeakMap<Node, Node>();

/** True if the browser has translated a part. React cannot take it over then. */
export const isTranslated = (part: Element): boolean => part.querySelector('font') !== null;

/**
 * The child of `parent` that stands for a node now. A translator has put an element around a text or in its place; null if it is not known
 * which one.
 */
function standInOf(parent: Node, node: Node): Node | null {
  if (node.nodeType !== Node.TEXT_NODE) return node;
  let found: Node | null = node;
  while (found && found.parentNode !== parent) found = found.parentNode;
  if (found) return found;
  const standIn = standIns.get(node);
  return standIn?.parentNode === parent ? standIn : null;
}

/** Remembers what comes in the place of each text. Translators use `<font>`, and nothing of ours does. */
function noteStandIns(records: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const [text, ...others] = removedNodes;
    if (text?.nodeType !== Node.TEXT_NODE || others.length > 0) continue;
    const standIn = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
    if (standIn) standIns.set(text, standIn);
  }
}

/** A text that gets other words comes back into its place: the translator then translates these. */
function showOtherWords(): void {
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  if (!nodeValue?.set) return;
  const { set } = nodeValue;
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, words: string | null) {
      set.call(this, words);
      const standIn = this.isConnected ? undefined : standIns.get(this);
      standIns.delete(this);
      standIn?.parentNode?.replaceChild(this, standIn);
    },
  });
}

/**
 * Lets the page go on after the browser has translated it. Translators replace the texts of a page by elements of their own. React
 * later changes a text that is no longer there, removes it, or inserts something before it: nobody would see the change, or the browser throws,
 * and the whole screen is lost. Now this happens to what stands for the text. Where that is not known, the former translation stays, or the new part
 * stands at the end. Every other wrong call throws as before.
 */
export function endureTranslation(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <N extends Node>(this: Node, node: N, before: Node | null): N {
    insertBefore.call(this, node, before && standInOf(this, before));
    return node;
  };
  Node.prototype.removeChild = function <N extends Node>(this: Node, child: N): N {
    const found = standInOf(this, child);
    if (found) removeChild.call(this, found);
    return child;
  };
  showOtherWords();
  new MutationObserver(noteStandIns).observe(document, { subtree: true, childList: true });
}
