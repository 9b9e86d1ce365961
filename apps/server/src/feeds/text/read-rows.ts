import { setImmediate as othersTurn } from 'node:timers/promises';
import type { RawRow } from '../writer/canonical.ts';
import { withoutNuls } from './nuls.ts';

/** A quoted field may run over line ends, but not forever: a quote that is never closed must not swallow the file. */
const longestRowLines = 20;
/** Characters of such a field and its row. All of them are read again with every line that comes, so the time grows with their square. */
const longestOpenRow = 1 << 16;
/** Characters kept of a line; the rest of a longer one is passed over, to keep memory small. */
export const longestRow = 1 << 20;

/**
 * Cuts a text file into rows, as many at once as a piece of the source holds, with constant memory. Knows UTF-8 with or
 * without byte order mark, LF, CRLF and CR (whichever ends the first line), a missing last line end and quoted fields
 * that hold line ends. Empty lines are passed over; NUL characters are dropped as `withoutNuls` says.
 */
export async function* readRows(source: AsyncIterable<Uint8Array>, separator: string): AsyncGenerator<RawRow[]> {
  const cutter = new LineCutter(new RowJoiner(separator));
  const decoder = new TextDecoder('utf-8');
  for await (const bytes of source) {
    const rows: RawRow[] = [];
    for (const part of partsOf(bytes)) {
      cutter.push(decoder.decode(part, { stream: true }), rows);
      if (part.length < bytes.length) await othersTurn();
    }
    if (rows.length > 0) yield rows;
  }
  const last: RawRow[] = [];
  cutter.push(decoder.decode(), last);
  cutter.end(last);
  if (last.length > 0) yield last;
}

const quote = 0x22;
const partBytes = 4096;

/** Lines with quotation marks may be read many times until it is known what they are: after a few, other work runs. */
function partsOf(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length <= partBytes || !bytes.includes(quote)) return [bytes];
  const count = Math.ceil(bytes.length / partBytes);
  return Array.from({ length: count }, (_, part) => bytes.subarray(part * partBytes, (part + 1) * partBytes));
}

/** Cuts text into lines. */
class LineCutter {
  readonly #joiner: RowJoiner;
  #rest = '';
  #line = 0;
  /** What ends a line in this file; unknown until the first has ended. */
  #lineEnd: '\n' | '\r' | undefined;
  /** Whether the line that is being read was given up: its end is awaited, its text is not kept. */
  #isInLongLine = false;

  constructor(joiner: RowJoiner) {
    this.#joiner = joiner;
  }

  push(text: string, out: RawRow[]): void {
    const data = this.#isInLongLine ? this.#skip(text) : this.#rest + text;
    this.#lineEnd ??= lineEndOf(data);
    const lineEnd = this.#lineEnd;
    let start = 0;
    if (lineEnd !== undefined) {
      for (let end = data.indexOf(lineEnd); end !== -1; end = data.indexOf(lineEnd, start)) {
        this.#take(data.slice(start, data.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end), out);
        start = end + 1;
      }
    }
    this.#rest = data.slice(start);
    if (this.#rest.length > longestRow) this.#cut(out);
  }

  end(out: RawRow[]): void {
    if (this.#rest !== '' && !this.#isInLongLine)
      this.#take(this.#rest.endsWith('\r') ? this.#rest.slice(0, -1) : this.#rest, out);
    this.#rest = '';
    this.#joiner.end(out);
  }

  #take(physical: string, out: RawRow[]): void {
    this.#line += 1;
    this.#joiner.take({ line: this.#line, text: withoutNuls(physical, this.#joiner.separator) }, out);
  }

  /** Gives up on a line that does not end: what is kept of it is a row, and the line after it has its right number. */
  #cut(out: RawRow[]): void {
    this.#joiner.end(out);
    this.#line += 1;
    out.push({
      line: this.#line,
      text: withoutNuls(this.#rest.slice(0, longestRow), this.#joiner.separator),
      isCut: true,
    });
    this.#rest = '';
    this.#isInLongLine = true;
  }

  /** What follows the end of a line that was given up. */
  #skip(text: string): string {
    const end = text.indexOf(this.#lineEnd ?? '\n');
    this.#isInLongLine = end === -1;
    return end === -1 ? '' : text.slice(end + 1);
  }
}

/** Joins lines to rows where a quoted field runs over a line end. */
class RowJoiner {
  readonly separator: string;
  /** How many fields the first row has, and so every good one; 0 until it has come. */
  #columns = 0;
  /** Lines of a row whose quote is still open. */
  #open: RawRow[] = [];

  constructor(separator: string) {
    this.separator = separator;
  }

  take(line: RawRow, out: RawRow[]): void {
    if (this.#open.length === 0 && !line.text.includes('"') && this.#columns > 0) {
      if (line.text !== '') out.push(line);
      return;
    }
    this.#open.push(line);
    const isFirst = this.#open.length === 1;
    const row = { line: this.#open[0]?.line ?? line.line, text: this.#open.map(({ text }) => text).join('\n') };
    const { fields, isOpen } = splitRow(row.text, this.separator);
    const isStray = !isFirst && this.#looksStray();
    if (!isOpen && !isStray && (isFirst || this.#fits(fields))) this.#emit(row, fields, out);
    else if (!isOpen || isStray || this.#isTooLong(row)) this.#release(out);
  }

  end(out: RawRow[]): void {
    while (this.#open.length > 0) this.#release(out);
  }

  #emit(row: RawRow, fields: readonly string[], out: RawRow[]): void {
    this.#open = [];
    if (row.text === '') return;
    if (this.#columns === 0) this.#columns = fields.length;
    out.push(row);
  }

  /**
   * Gives up on an open quotation mark: its line becomes a row in which the mark is a character, and
   * the lines after it are read again. Only the faulty row can be lost, and that one is reported.
   */
  #release(out: RawRow[]): void {
    const [first, ...others] = this.#open;
    this.#open = [];
    if (first) this.#emit(first, this.#split(first).fields, out);
    for (const line of others) this.take(line, out);
  }

  /**
   * Whether the quote is stray: all its lines are whole rows already. A text with a line end in it seldom is, but a table
   * of two or three columns may hold one that looks so; there two lines have to follow.
   */
  #looksStray(): boolean {
    const enough = this.#columns < 4 ? 3 : 2;
    return this.#open.length >= enough && this.#open.every((line) => this.#fits(this.#split(line).fields));
  }

  #isTooLong({ text }: RawRow): boolean {
    return this.#open.length >= longestRowLines || text.length > longestOpenRow;
  }

  #fits(fields: readonly string[]): boolean {
    return this.#columns === 0 || fields.length === this.#columns;
  }

  #split(line: RawRow): SplitRow {
    return splitRow(line.text, this.separator);
  }
}

/** The line end of the first line; undefined while it is not known. */
function lineEndOf(text: string): '\n' | '\r' | undefined {
  const first = /[\r\n]/.exec(text);
  if (!first) return undefined;
  if (first[0] === '\n') return '\n';
  const next = text[first.index + 1];
  if (next === undefined) return undefined;
  return next === '\n' ? '\n' : '\r';
}

/** The fields of one row, and whether a quote was opened in it that is not closed. */
export interface SplitRow {
  fields: string[];
  isOpen: boolean;
}

/**
 * The fields of one row. Nearly all rows hold no quote, and there nothing is as fast as `split` (measured in the
 * decision record about the import); the others follow RFC 4180, strictly: see `splitRow`.
 */
export function splitFields(text: string, separator: string): string[] {
  return text.includes('"') ? splitRow(text, separator).fields : text.split(separator);
}

/**
 * A quoted field begins at the beginning of a field and ends with a quote that a separator or the end of the row
 * follows. Every other quote is a character like any: a name may begin with one, and must not swallow what comes next.
 */
function splitRow(text: string, separator: string): SplitRow {
  const fields: string[] = [];
  let isOpen = false;
  let at = 0;
  while (at <= text.length) {
    const quoted = text[at] === '"' ? readQuoted(text, at, separator) : undefined;
    isOpen ||= text[at] === '"' && !quoted;
    const end = quoted ? quoted.end : text.indexOf(separator, at);
    const stop = end === -1 ? text.length : end;
    fields.push(quoted ? quoted.value : text.slice(at, stop));
    at = stop + 1;
  }
  return { fields, isOpen };
}

/** The value of the quoted field that starts at `start` and where it ends; undefined when its quote is not closed. */
function readQuoted(text: string, start: number, separator: string): { value: string; end: number } | undefined {
  let value = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return undefined;
    value += text.slice(at, quote);
    const next = text[quote + 1];
    if (next === undefined || next === separator) return { value, end: quote + 1 };
    if (next !== '"') return undefined;
    value += '"';
    at = quote + 2;
  }
}

/** How files begin that are no UTF-8 text; the first that fits counts. */
const beginnings: readonly (readonly [hex: RegExp, problem: string])[] = [
  [/^0{16}/, 'the file begins with NUL characters: it was not written or sent completely'],
  [/^(fffe|feff|..00..00..00|00..00..00..)/, 'the file is UTF-16 text; UTF-8 is needed'],
  [/^504b0[357]/, 'the file is a zip archive or a spreadsheet; unpack it or save it as text'],
  [/^(1f8b|425a68|fd377a585a|377abcaf|28b52ffd)/, 'the file is compressed; unpack it first'],
];

/** Returns why a file cannot be text that we read, from its first eight bytes; undefined if it may be. */
export function foreignEncoding(beginning: Buffer): string | undefined {
  const hex = beginning.toString('hex', 0, 8);
  return beginnings.find(([pattern]) => pattern.test(hex))?.[1];
}
