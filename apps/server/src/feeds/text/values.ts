import { tableOf } from '@tapfolio/domain/keys-of.ts';
import { minorDigits } from '@tapfolio/domain/money.ts';
import { codes, code as currencyOf } from 'currency-codes';
import { splitFields } from './read-rows.ts';

/** Thrown by a reader of one row: the row goes to quarantine with this reason, the rest of the file loads. */
export class BadRow extends Error {
  readonly reason: string;
  readonly detail: string | null;

  constructor(reason: string, detail: string | null = null) {
    // A file may have millions of bad rows. Writing the stack down would take ten times as long as the row.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(reason);
    Error.stackTraceLimit = limit;
    this.reason = reason;
    this.detail = detail;
  }
}

/** @throws BadRow when the field is empty. */
export function required<Value extends string>(value: Value | null, column: string): Value {
  if (value === null) throw new BadRow('missing value', column);
  return value;
}

/** The most characters of a text that we keep: an index refuses longer keys, and a longer name cannot be shown. */
export const longest = { reference: 64, id: 200, name: 500 } as const;

/**
 * A text as it is kept: see `withoutControls`.
 * @throws BadRow when it is longer than `limit`; the row goes to quarantine instead of failing its whole file.
 */
export function text(value: string | null, column: string, limit: number): string | null {
  if (value !== null && value.length > limit)
    throw new BadRow('text is too long', `${column}: over ${limit} characters`);
  return withoutControls(value);
}

/** What devices send where they do not know the line. */
const unknownLine = /^route z$/i;

/** The id or name of a line in its stored form; null for one that the device did not know. @throws as `text`. */
export function lineText(value: string | null, column: string, limit: number): string | null {
  const line = text(value, column, limit);
  return line !== null && unknownLine.test(line) ? null : line;
}

/** Nearly all texts: no blank at either end, and no character that is not of ASCII or cannot be seen. */
const plain = /^[!-~](?:[ -~]*[!-~])?$/;
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * Removes the characters that change the direction of writing: text after one would be shown backwards on a page, in a mail or on a
 * receipt. Control characters (a line end, an escape) become a blank. Null when nothing
 * else is left.
 */
export function withoutControls(value: string | null): string | null {
  if (value === null || plain.test(value)) return value;
  return value.replace(directions, '').replace(controls, ' ').trim() || null;
}

/** The last four digits of a masked card number: all that is kept of it, also where the mask shows more. Null if it does not end with four. */
export function lastFourOf(maskedPan: string | null): string | null {
  return /[0-9]{4}$/.exec(maskedPan ?? '')?.[0] ?? null;
}

const wholeNumber = /^-?\d+$/;
/** In minor units. Sums of thousands of amounts stay numbers that JavaScript holds exactly, so that every page can show them. */
const largestAmount = 999_999_999_999;

/** @throws BadRow for an amount that no fare, ticket or payment has. */
function sensibleAmount(minor: number, column: string, value: string): number {
  if (Math.abs(minor) > largestAmount) throw new BadRow('amount is too large', `${column}: ${value.slice(0, 100)}`);
  return minor;
}

/** An amount in minor units. @throws BadRow unless it is a whole number: a decimal point would be another unit. */
export function amountMinor(value: string | null, column: string): number {
  if (value === null) throw new BadRow('missing amount', column);
  if (!wholeNumber.test(value)) throw new BadRow('amount is not a whole number', `${column}: ${value.slice(0, 100)}`);
  return sensibleAmount(Number(value), column, value);
}

/** As `amountMinor`; an empty field is nothing. */
export function optionalAmountMinor(value: string | null, column: string): number {
  return value === null ? 0 : amountMinor(value, column);
}

/**
 * One of the values that a column may have; null when the field is empty.
 * @throws BadRow for any other.
 */
export function oneOf<const Value extends string>(
  value: string | null,
  column: string,
  allowed: readonly Value[],
): Value | null {
  if (value === null) return null;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new BadRow('unknown value', `${column}: ${value.slice(0, 100)}`);
  return found;
}

/** Clocks are at most 14 hours before UTC and 12 hours behind it. */
const shape =
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z| ?UTC|(?:[+-](?:0\d|1[01])|\+1[23])(?::?[0-5]\d)?|(?:-12|\+14)(?::?00)?)?$/;
const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Years that a date may have; another year is a typing error and would need a new partition. */
export interface YearRange {
  first: number;
  last: number;
}

/**
 * An instant as ISO-8601 in UTC, with the decimals it had; without an offset it is UTC, as back offices deliver.
 * @throws BadRow if it is not a date, does not exist in the calendar or is outside `years`.
 */
export function instant(value: string | null, column: string, years: YearRange): string | null {
  if (value === null) return null;
  if (!shape.test(value)) throw new BadRow('not a date and time', `${column}: ${value.slice(0, 100)}`);
  const year = digits(value, 0, 4);
  const seconds = value[16] === ':' ? digits(value, 17, 2) : 0;
  const isTime = digits(value, 11, 2) < 24 && digits(value, 14, 2) < 60 && seconds < 60;
  if (!isTime || !existsInCalendar(year, digits(value, 5, 2), digits(value, 8, 2))) {
    throw new BadRow('no such date or time', `${column}: ${value}`);
  }
  const utc = inUtc(value);
  const utcYear = digits(utc, 0, 4);
  if (utcYear < years.first || utcYear > years.last) throw new BadRow('year out of range', `${column}: ${value}`);
  return utc;
}

const parts = /^(.{10}).(\d\d:\d\d)(:\d\d)?(\.\d+)?(?:([+-]\d\d):?(\d\d)?)?/;

/** Code that reads the day or the month off the text relies on it. Most rows need no calculation, and none is made then. */
function inUtc(value: string): string {
  if (value.endsWith('Z') && value[16] === ':') return value;
  const [, day, minute, second = ':00', decimals = '', hours, minutes = '00'] = parts.exec(value) ?? [];
  if (hours === undefined) return `${day}T${minute}${second}${decimals}Z`;
  const time = new Date(`${day}T${minute}${second}${hours}:${minutes}`);
  return `${time.toISOString().slice(0, 19)}${decimals}Z`;
}

/** The number at this place; faster than splitting the text, and every row has two to five times in it. */
function digits(text: string, start: number, count: number): number {
  let number = 0;
  for (let at = start; at < start + count; at += 1) number = number * 10 + text.charCodeAt(at) - 48;
  return number;
}

function existsInCalendar(year: number, month: number, day: number): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 && !leap ? 28 : (monthDays[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** As `instant`, for a field that must not be empty. */
export function requiredInstant(value: string | null, column: string, years: YearRange): string {
  return required(instant(value, column, years), column);
}

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

/** Returns a function that reads a field of a row by the name of its column, which must be one of `columns`. */
export function fieldReader<const Column extends string>(
  header: Header,
  columns: readonly Column[],
): (fields: readonly string[], column: Column) => string | null {
  const places = tableOf(columns.map((column) => [column, header.at(column)] as const));
  return (fields, column) => field(fields, places[column]);
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

const decimal = /^(-?)(\d+)(?:\.(\d{1,6}))?$/;

/**
 * Minor units of an amount that is written with a decimal point: `7.2` is 720 pence.
 * @throws BadRow for anything else, and for a fraction of a minor unit.
 */
export function decimalAmountMinor(value: string | null, column: string, currency: string): number {
  if (value === null) throw new BadRow('missing amount', column);
  const [, sign, whole = '', fraction = ''] = decimal.exec(value) ?? [];
  const places = minorDigits(currency);
  if (whole === '' || /[1-9]/.test(fraction.slice(places))) {
    throw new BadRow('not an amount of this currency', `${column}: ${value.slice(0, 100)} ${currency}`);
  }
  const minor = sensibleAmount(Number(whole + fraction.slice(0, places).padEnd(places, '0')), column, value);
  return sign === '-' ? 0 - minor : minor;
}

/** Letters of ISO 4217 that are money; those that begin with X are metals and test codes, but for four. */
const alphas = new Set(
  Intl.supportedValuesOf('currency').filter((code) => !code.startsWith('X') || /^X(?:AF|CD|OF|PF)$/.test(code)),
);

const lettersOfNumber = new Map(codes().map((letters) => [currencyOf(letters)?.number, letters]));

/**
 * The three letters of ISO 4217 for a numeric code, with or without leading zeros, or for letters.
 * @throws BadRow for anything else, also for the numbers of metals and of tests.
 */
export function isoCurrency(value: string): string {
  const digits = value.replace(/^0+/, '').padStart(3, '0');
  const letters = lettersOfNumber.get(digits) ?? value.toUpperCase();
  if (!alphas.has(letters)) throw new BadRow('unknown currency', value.slice(0, 20));
  return letters;
}

/** As `isoCurrency`; null for an empty field. */
export function optionalCurrency(value: string | null): string | null {
  return value === null ? null : isoCurrency(value);
}
