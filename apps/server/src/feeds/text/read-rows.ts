import type { RawRow } from '../canonical.ts';

/** A quoted field may run over line ends, but not forever: a quote that is never closed must not swallow the file. */
const longestRowLines = 20;
/** Characters kept of a line; the rest of a longer one is passed over, to keep memory small. */
const longestRow = 1 << 20;

/**
 * Cuts a text file into rows, as many at once as a piece of the source holds, with constant memory. Knows UTF-8 with or without byte order mark, LF and
 * CRLF, a missing last line end and quoted fields that hold line ends. Empty lines are passed over; NUL characters,
 * which no text column can hold, are dropped.
 */
export async function* readRows(source: AsyncIterable<Uint8Array>): AsyncGenerator<RawRow[]> {
  const cutter = new RowCutter();
  const decoder = new TextDecoder('utf-8');
  for await (const bytes of source) {
    const rows: RawRow[] = [];
    cutter.push(decoder.decode(bytes, { stream: true }), rows);
    if (rows.length > 0) yield rows;
  }
  const last: RawRow[] = [];
  cutter.push(decoder.decode(), last);
  cutter.end(last);
  if (last.length > 0) yield last;
}

class RowCutter {
  #rest = '';
  #line = 0;
  /** Whether the line that is being read was given up: its end is awaited, its text is not kept. */
  #isInLongLine = false;
  /** Physical lines of a row whose quote is still open. */
  #open: string[] = [];

  push(text: string, out: RawRow[]): void {
    const data = this.#isInLongLine ? this.#skip(text) : this.#rest + text;
    let start = 0;
    for (let end = data.indexOf('\n'); end !== -1; end = data.indexOf('\n', start)) {
      this.#take(data.slice(start, data.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end), out);
      start = end + 1;
    }
    this.#rest = data.slice(start);
    if (this.#rest.length > longestRow) this.#cut(out);
  }

  end(out: RawRow[]): void {
    if (this.#rest !== '' && !this.#isInLongLine)
      this.#take(this.#rest.endsWith('\r') ? this.#rest.slice(0, -1) : this.#rest, out);
    this.#rest = '';
    this.#release(out);
  }

  /** Gives up on a line that does not end: what is kept of it is a row, and the line after it has its right number. */
  #cut(out: RawRow[]): void {
    this.#release(out);
    this.#line += 1;
    out.push({ line: this.#line, text: this.#rest.slice(0, longestRow).replaceAll('\0', ''), isCut: true });
    this.#rest = '';
    this.#isInLongLine = true;
  }

  /** What follows the end of a line that was given up. */
  #skip(text: string): string {
    const end = text.indexOf('\n');
    this.#isInLongLine = end === -1;
    return end === -1 ? '' : text.slice(end + 1);
  }

  #take(physical: string, out: RawRow[]): void {
    this.#line += 1;
    const text = physical.includes('\0') ? physical.replaceAll('\0', '') : physical;
    if (this.#open.length === 0 && !text.includes('"')) {
      if (text !== '') out.push({ line: this.#line, text });
      return;
    }
    this.#open.push(text);
    const joined = this.#open.join('\n');
    if (quotes(joined) % 2 === 0) {
      out.push({ line: this.#line - this.#open.length + 1, text: joined });
      this.#open = [];
    } else if (this.#open.length >= longestRowLines) this.#release(out);
  }

  /** Gives up on an open quote: its lines become rows of their own, so that only the faulty one is lost. */
  #release(out: RawRow[]): void {
    const first = this.#line - this.#open.length + 1;
    this.#open.forEach((text, index) => {
      if (text !== '') out.push({ line: first + index, text });
    });
    this.#open = [];
  }
}

function quotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  return count;
}
