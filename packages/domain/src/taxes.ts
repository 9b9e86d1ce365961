import { toDecimal } from './money.ts';
import { doShareDays } from './service-day.ts';

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
  return one.name === other.name && doShareDays(one, other);
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
  return { netMinor: grossMinor - sumOf(taxes), taxes };
}

/** What was supplied on a service day (`YYYY-MM-DD`), and what it cost: only the proportion of the amounts counts. */
export interface Supply {
  readonly day: string;
  readonly amountMinor: number;
}

/**
 * The same for an amount that was paid for the supplies of several days: each day's part has the rates of that day (`ratesOf`), since a law
 * that changes a rate does so for what is supplied from that day on. The amount is divided in proportion to what the supplies cost; days
 * with the same rates are one part. Undefined if a day has no rates.
 */
export function splitTaxesOfDays(
  grossMinor: number,
  supplies: readonly Supply[],
  ratesOf: (day: string) => readonly TaxRate[],
): ContainedTaxes | undefined {
  const parts = new Map<string, { rates: readonly TaxRate[]; weight: number }>();
  for (const { day, amountMinor } of withCost(supplies)) {
    const rates = ratesOf(day);
    if (rates.length === 0) return undefined;
    const key = JSON.stringify(rates);
    parts.set(key, { rates, weight: (parts.get(key)?.weight ?? 0) + amountMinor });
  }
  const amounts = divide(
    grossMinor,
    [...parts.values()].map(({ weight }) => weight),
  );
  const taxes = [...parts.values()].flatMap(({ rates }, place) => splitTaxes(amounts[place] ?? 0, rates).taxes);
  const rows = Map.groupBy(taxes, ({ name, percent }) => JSON.stringify([name, percent]));
  const sums = [...rows.values()].flatMap((same) =>
    same.slice(0, 1).map((tax) => ({ ...tax, amountMinor: sumOf(same) })),
  );
  return { netMinor: grossMinor - sumOf(sums), taxes: sums };
}

function sumOf(taxes: ContainedTaxes['taxes']): number {
  return taxes.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** Supplies that cost nothing have no part in what was paid, unless all cost nothing: then the first has it. In the order of their days. */
function withCost(supplies: readonly Supply[]): Supply[] {
  const costly = supplies.filter(({ amountMinor }) => amountMinor > 0).toSorted(byDay);
  return costly.length > 0 ? costly : supplies.slice(0, 1).map((supply) => ({ ...supply, amountMinor: 1 }));
}

const byDay = (one: Supply, other: Supply): number => one.day.localeCompare(other.day);

/** Divides a whole number in proportion to weights: each part is rounded down where the sum so far is, so the last one has the rest. */
function divide(whole: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let weighed = 0;
  let divided = 0;
  return weights.map((weight) => {
    weighed += weight;
    const upTo = Number((BigInt(whole) * BigInt(weighed)) / BigInt(total));
    const part = upTo - divided;
    divided = upTo;
    return part;
  });
}
