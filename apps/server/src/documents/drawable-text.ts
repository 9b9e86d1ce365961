/**
 * Replaces in every text of `data` a character that is not `drawable` by a question mark, and any white space by a plain
 * space. PDF/UA refuses a document with a character that is in no font, and a name from a feed or of a passenger may hold
 * any. Typst writes a hard space as replacement text, and some readers of the tag tree then lose the rest of the line.
 */
export function makeDrawable(data: unknown, drawable: ReadonlySet<number>): unknown {
  if (typeof data === 'string') return drawableText(data, drawable);
  if (Array.isArray(data)) return data.map((item) => makeDrawable(item, drawable));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, makeDrawable(value, drawable)]));
}

function drawableText(text: string, drawable: ReadonlySet<number>): string {
  return Array.from(text.normalize('NFC').replace(/\s/gu, ' '), (character) =>
    drawable.has(character.codePointAt(0) ?? 0) ? character : '?',
  ).join('');
}
