import { toDecimal } from './money.ts';

/** A tax as configured: its printed name and its exact rate in percent as decimal text, such as `9.975`. */
export interface TaxRate {
  readonly name: string;
  readonly percent: string;
  /** The first and the last service day of the rate (`YYYY-MM-DD`); without them it has no beginning or no end. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** The rates that are in force on a service day (`YYYY-MM-DD`). */
export function ratesOn(day: string, rates: readonly TaxRate[]): TaxRate[] {
  return rates.filter(({ from = day, until = day }) => from <= day && day <= until);
}

/** True if two rates have one name and a day on which both are in force. */
export function doOverlap(one: TaxRate, other: TaxRate): boolean {
  const begins = (rate: TaxRate) => rate.from ?? '';
  const endsBefore = (rate: TaxRate, day: string) => rate.until !== undefined && rate.until < day;
  return one.name === other.name && !endsBefore(one, begins(other)) && !endsBefore(other, begins(one));
}

/** An amount and the taxes in it. */
export interface ContainedTaxes {
  readonly netMinor: number;
  readonly taxes: readonly (Pick<TaxRate, 'name' | 'percent'> & { readonly amountMinor: number })[];
}

/** The form of a rate: up to four decimals, so that it is a whole number of millionths. */
export const percentPattern = /^(?:100(?:\.0{1,4})?|\d{1,2}(?:\.\d{1,4})?)$/;

/** A rate in millionths of the net amount: `9.975` is 99,750. Read as text, since a float would round it. */
function millionths(percent: string): number {
  const [whole = '', decimals = ''] = percent.split('.');
  return Number(whole + decimals.padEnd(4, '0'));
}

/** A rate as part of one, as decimal text: what `Intl.NumberFormat` writes as a percentage without rounding it first. */
export function partOfOne(percent: string): Intl.StringNumericLiteral {
  return toDecimal(millionths(percent), 6);
}

/**
 * Splits an amount that contains its taxes, all of which are charged on the net amount. Every tax is rounded half up to
 * the minor unit, and the rounding difference goes to the net amount, so that the parts always add up to what was paid.
 */
export function splitTaxes(grossMinor: number, rates: readonly TaxRate[]): ContainedTaxes {
  const whole = 1_000_000 + rates.reduce((sum, { percent }) => sum + millionths(percent), 0);
  const taxes = rates.map(({ name, percent }) => ({
    name,
    percent,
    amountMinor: Math.floor((2 * grossMinor * millionths(percent) + whole) / (2 * whole)),
  }));
  return { netMinor: grossMinor - taxes.reduce((sum, tax) => sum + tax.amountMinor, 0), taxes };
}
