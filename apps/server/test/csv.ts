/** The cells of a CSV file, row by row. They end at a comma, or at a semicolon in languages that write decimals with a comma. */
export function readCsv(text: string, between: ',' | ';' = ','): string[][] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${between}\\r\\n"]*))(${between}|\\r\\n)`, 'g');
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.replace(/^\ufeff/, '').matchAll(cell)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** What was paid in a currency by the rows of a statement in CSV, in minor units of a currency with two decimals. */
export function sumOf(rows: readonly (readonly string[])[], currency: string): number {
  const own = rows.filter((row) => row.at(-1) === currency);
  return own.reduce((sum, row) => sum + Math.round(Number(row.at(-2)) * 100), 0);
}
