import { expect } from 'vitest';

/** Words that begin on one line and end on another, except those that are longer than a line of large text, and addresses. */
export function brokenWords(within: Element = document.body): string[] {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const broken: string[] = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.parentElement?.checkVisibility() !== true) continue;
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/(?<![\p{L}\d@.])\p{L}{2,14}(?![\p{L}\d@.])/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (linesOf(range) > 1) broken.push(`${word} in ${text.nodeValue?.slice(0, 40)}`);
    }
  }
  return broken;
}

/** Words for a screen reader only. */
const isHidden = ({ parentElement }: Node): boolean =>
  parentElement !== null && getComputedStyle(parentElement).clipPath !== 'none';

/** Words of different elements that lie over one another. */
export function overlapping(within: Element): string[] {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const boxes: { text: string; box: DOMRect }[] = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (isHidden(text)) continue;
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) if (box.width > 1) boxes.push({ text: text.nodeValue ?? '', box });
  }
  const isOver = (one: DOMRect, other: DOMRect): boolean =>
    one.left + 1 < other.right &&
    other.left + 1 < one.right &&
    one.top + 6 < other.bottom &&
    other.top + 6 < one.bottom;
  return boxes.flatMap(({ text, box }, place) =>
    boxes.slice(place + 1).flatMap((other) => (isOver(box, other.box) ? [`${text} / ${other.text}`] : [])),
  );
}

/** How many lines of text the range covers. */
export function linesOf(range: Range): number {
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}

/** Checks that nothing on the page is wider than the window. */
export function expectNothingBeside(): void {
  const beside = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) => element.getBoundingClientRect().right > innerWidth + 1 && element.checkVisibility(),
  );
  const name = (element: HTMLElement) => `${element.className || element.tagName}: ${element.textContent.slice(0, 40)}`;
  // The second one also finds what a panel would cut off.
  expect(document.documentElement.scrollWidth, beside.map(name).join('\n')).toBeLessThanOrEqual(innerWidth);
  expect(beside.map(name)).toEqual([]);
}

/** Where this character of the element's first words begins, from the left of the page in pixels. */
export function leftOfCharacter(element: Element, place: number | string): number {
  const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
  if (words === null) throw new Error('The element has no words.');
  const start = typeof place === 'number' ? place : (words.textContent ?? '').indexOf(place);
  const range = document.createRange();
  range.setStart(words, start);
  range.setEnd(words, start + 1);
  return range.getBoundingClientRect().left;
}
