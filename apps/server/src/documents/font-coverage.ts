/**
 * The characters a TrueType font can draw, read from its `cmap` table (formats 4 and 12, all that our fonts use).
 * PDF/UA refuses a document with one character in no font, and a name from a feed or a passenger may hold any.
 */
export function readCoverage(font: Buffer): Set<number> {
  const covered = new Set<number>();
  const cmap = tableOffset(font, 'cmap');
  const subtables = font.readUInt16BE(cmap + 2);
  for (let index = 0; index < subtables; index += 1) {
    const at = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4);
    const format = font.readUInt16BE(at);
    if (format === 4) readFormat4(font, at, covered);
    if (format === 12) readFormat12(font, at, covered);
  }
  return covered;
}

/**
 * Replaces, in every text of `data`, what no font can draw by a question mark and any white space by a plain space: a
 * hard space would be wrapped in replacement text, after which some readers of the tag tree lose the rest of the line.
 */
export function makeDrawable(data: unknown, covered: ReadonlySet<number>): unknown {
  if (typeof data === 'string') return drawableText(data, covered);
  if (Array.isArray(data)) return data.map((item) => makeDrawable(item, covered));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, makeDrawable(value, covered)]));
}

function drawableText(text: string, covered: ReadonlySet<number>): string {
  return Array.from(text.normalize('NFC').replace(/\s/gu, ' '), (character) =>
    covered.has(character.codePointAt(0) ?? 0) ? character : '?',
  ).join('');
}

function tableOffset(font: Buffer, tag: string): number {
  const tables = font.readUInt16BE(4);
  for (let index = 0; index < tables; index += 1) {
    const record = 12 + index * 16;
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`the font has no table ${tag}`);
}

function readFormat4(font: Buffer, at: number, covered: Set<number>): void {
  const segments = font.readUInt16BE(at + 6) / 2;
  for (let index = 0; index < segments; index += 1) {
    const end = font.readUInt16BE(at + 14 + index * 2);
    const start = font.readUInt16BE(at + 16 + segments * 2 + index * 2);
    for (let code = start; code <= end && code !== 0xffff; code += 1) covered.add(code);
  }
}

function readFormat12(font: Buffer, at: number, covered: Set<number>): void {
  const groups = font.readUInt32BE(at + 12);
  for (let index = 0; index < groups; index += 1) {
    const group = at + 16 + index * 12;
    for (let code = font.readUInt32BE(group); code <= font.readUInt32BE(group + 4); code += 1) covered.add(code);
  }
}
