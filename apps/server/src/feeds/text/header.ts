import { keysOf, tableOf } from '@tapfolio/domain/keys-of.ts';
import { splitFields } from './split-fields.ts';

/** The columns of a file by name, in any order and spelling. */
export interface Header {
  names: string[];
  /** The index of the column; -1 if the file has none of that name. */
  at(name: string): number;
  missing(required: readonly string[]): string[];
}

/** Reads a header row. */
export function readHeader(text: string, separator: string): Header {
  const names = splitFields(withoutMark(text), separator).map(columnName);
  // Of two columns of one name the first counts.
  const places = new Map(names.map((name, at) => [name, at] as const).toReversed());
  return {
    names,
    at: (name) => places.get(name) ?? -1,
    missing: (required) => required.filter((name) => !names.includes(name)),
  };
}

/** The indexes of the columns of these names, by our own names. */
export function positionsOf<Column extends string>(
  header: Header,
  names: Readonly<Record<Column, string>>,
): Readonly<Record<Column, number>> {
  return tableOf(keysOf(names).map((column) => [column, header.at(names[column])] as const));
}

/** A column's name in one spelling: lower case, with `_` for everything that is no letter, digit or `_`. */
export function columnName(text: string): string {
  return withoutMark(text).trim().toLowerCase().replace(/\W/g, '_');
}

/** The text of a field without surrounding space; null when empty or when the file has no such column. */
export function field(fields: readonly string[], at: number): string | null {
  const value = fields[at];
  if (value === undefined || value === '') return null;
  const trimmed =
    mayBeBlank(value.charCodeAt(0)) || mayBeBlank(value.charCodeAt(value.length - 1)) ? value.trim() : value;
  return trimmed === '' ? null : trimmed;
}

/** Most fields begin and end with a letter or digit of ASCII, and need not be looked at closely. */
const mayBeBlank = (code: number): boolean => code <= 32 || code >= 0xa0;

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
