import { type Header, readHeader } from './values.ts';

/* What can be wrong with a first row, in words for the administrator. The same for every table, whatever its format. */

/** What some senders put at the ends of lines: the whole file would be its header, without a row. */
const otherLineEnds = /[\v\f\u0085\u2028\u2029]|\\[nr]/;

/** Why a first row that has all required columns cannot be used; undefined if it can. */
export function headerProblem(headerText: string, header: Header, required: readonly string[]): string | undefined {
  if (otherLineEnds.test(headerText)) return 'the rows do not end with line feeds or carriage returns';
  const twice = required.find((name) => header.names.indexOf(name) !== header.names.lastIndexOf(name));
  return twice === undefined ? undefined : `the column ${twice} stands twice in the first row`;
}

/** Separators that senders are known to choose, by what they are called. */
const separatorNames: Readonly<Record<string, string>> = {
  ';': 'semicolons',
  ',': 'commas',
  '\t': 'tabs',
  '|': 'bars',
};

/** Says that a first row would have all columns of one of the `tables` with another separator than `own`; undefined if it would not. */
export function separatorProblem(
  headerText: string,
  own: string,
  tables: readonly (readonly string[])[],
): string | undefined {
  const isHeader = (separator: string) => {
    const header = readHeader(headerText, separator);
    return tables.some((required) => header.missing(required).length === 0);
  };
  const used = Object.entries(separatorNames).find(([separator]) => separator !== own && isHeader(separator));
  return used && `the columns are separated by ${used[1]} instead of ${separatorNames[own]}`;
}
