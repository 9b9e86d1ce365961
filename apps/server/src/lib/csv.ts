/** A cell: a text of any origin, or a number as programs read it. */
export type CsvCell = string | { readonly number: string };

/**
 * Spreadsheets take a text that begins so for a formula, and run it; some read the wide signs of Asian keyboards like the narrow ones. Where a
 * language writes decimals with a comma, they take a semicolon for the end of a cell, so that a part of a text may begin one.
 */
const formula = /(^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/**
 * A table in CSV (RFC 4180), with the mark by which spreadsheets recognise UTF-8. What a spreadsheet would run gets an apostrophe
 * before it, which says that it is a text.
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')}`;
}

function writeCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell.number;
  const text = cell.replace(formula, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
