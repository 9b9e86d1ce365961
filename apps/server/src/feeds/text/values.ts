/** Thrown by a reader of one row: the row goes to quarantine with this reason, the rest of the file loads. */
export class BadRow extends Error {
  readonly reason: string;
  readonly detail: string | null;

  constructor(reason: string, detail: string | null = null) {
    super(reason);
    this.reason = reason;
    this.detail = detail;
  }
}

/** @throws BadRow when the field is empty. */
export function required(value: string | null, column: string): string {
  if (value === null) throw new BadRow('missing value', column);
  return value;
}

const wholeNumber = /^-?\d{1,15}$/;

/** An amount in minor units. @throws BadRow unless it is a whole number: a decimal point would be another unit. */
export function amountMinor(value: string | null, column: string): number {
  if (value === null) throw new BadRow('missing amount', column);
  if (!wholeNumber.test(value)) throw new BadRow('amount is not a whole number', `${column}: ${value.slice(0, 100)}`);
  return Number(value);
}

/** As `amountMinor`; an empty field is nothing. */
export function optionalAmountMinor(value: string | null, column: string): number {
  return value === null ? 0 : amountMinor(value, column);
}

const instantPattern = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;
const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Years that a date may lie in; one outside is a typing error and would ask for a partition of its own. */
export interface YearRange {
  first: number;
  last: number;
}

/**
 * A point in time; without an offset it is UTC, as back offices deliver.
 * @throws BadRow for what is no date, does not exist in the calendar or lies outside `years`.
 */
export function instant(value: string | null, column: string, years: YearRange): string | null {
  if (value === null) return null;
  const parts = instantPattern.exec(value);
  if (!parts) throw new BadRow('not a date and time', `${column}: ${value.slice(0, 100)}`);
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number);
  if (year === undefined || month === undefined || day === undefined) throw new BadRow('not a date and time', column);
  if (!existsInCalendar(year, month, day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    throw new BadRow('no such date or time', `${column}: ${value}`);
  }
  if (year < years.first || year > years.last) throw new BadRow('year out of range', `${column}: ${value}`);
  return parts[7] === undefined ? `${value}Z` : value;
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
