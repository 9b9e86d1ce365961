/**
 * The child of `parent` that stands for a node now. A translator has put an element around a text or in its place; in its place,
 * nobody knows which one, and this is null.
 */
function standInOf(parent: Node, node: Node): Node | null {
  if (node.nodeType !== Node.TEXT_NODE) return node;
  let found: Node | null = node;
  while (found && found.parentNode !== parent) found = found.parentNode;
  return found;
}

/**
 * Lets the page go on after the browser has translated it. Translators replace the texts of a page by elements of their own. React
 * later removes a text that is no longer there, or inserts something before it: the browser throws, and the whole screen is lost.
 * Now the former translation stays, or the new part stands at the end. Every other wrong call throws as before.
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
}
