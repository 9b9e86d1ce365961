import { type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';

/** A cell: a text of any origin, or a number with a decimal point. */
export type CsvCell = string | { readonly number: string };

/**
 * Spreadsheets take a text that begins so for a formula, and run it; some read the wide signs of Asian keyboards like the narrow ones. One of
 * another language takes another sign for the end of a cell, so that a part of a text may begin one.
 */
const formula = /(^|[;,\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/**
 * A table in CSV, with the mark by which spreadsheets recognise UTF-8. Where the language writes decimals with a comma, so does the table, and
 * its cells end at a semicolon: spreadsheets of that language would put a whole row into one cell, and take 3.75 for March 1975. Else it is
 * that of RFC 4180. What a spreadsheet would run gets an apostrophe before it, which says that it is a text.
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[], locale: Locale): string {
  const mark = decimalMark(locale);
  const end = mark === ',' ? ';' : ',';
  const write = (cell: CsvCell): string =>
    typeof cell === 'string' ? writeText(cell, end) : cell.number.replace('.', mark);
  return `\ufeff${rows.map((row) => `${row.map(write).join(end)}\r\n`).join('')}`;
}

function decimalMark(locale: Locale): ',' | '.' {
  const parts = new Intl.NumberFormat(toBcp47(locale)).formatToParts(0.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
}

function writeText(cell: string, end: string): string {
  const text = cell.replace(formula, "$1'");
  return text.includes(end) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
