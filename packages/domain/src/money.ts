import { type Locale, locales, toBcp47 } from './locale.ts';

/** An amount in whole minor units (cents, pence) of an ISO 4217 currency. Never a fraction, never a float. */
export interface Money {
  readonly amountMinor: number;
  readonly currency: string;
}

/**
 * How many digits ISO 4217 has after the decimal mark of a currency: 2 for CAD, 0 for JPY. `Intl` counts those in daily use, which are
 * fewer (0 for HUF) and differ between browsers.
 */
export function minorDigits(currency: string): number {
  if (/BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF/.test(currency)) return 0;
  if (/BHD|IQD|JOD|KWD|LYD|OMR|TND/.test(currency)) return 3;
  return /CLF|UYW/.test(currency) ? 4 : 2;
}

/** Currencies whose decimals ISO 4217 has and no price: a statement may leave them out. */
export const hasIdleDecimals = (currency: string): boolean =>
  /AFN|ALL|COP|CRC|HUF|IDR|IRR|LAK|LBP|MMK|PKR|TWD|UZS/.test(currency);

/** What a language of ours writes for a currency, such as `$`, `CA$` or `zł`, ready for a pattern; the longest first. */
export function signsOf(currency: string): string[] {
  const written = locales.flatMap((locale) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(toBcp47(locale), { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .filter(({ type }) => type === 'currency')
        .map(({ value }) => value.normalize('NFKC').replace(/[$.()*+?]/g, '\\$&')),
    ),
  );
  return [...new Set(written)].sort((one, other) => other.length - one.length);
}

const surroundings = new Map<string, RegExp>();

/** What may stand around an amount of a currency: one of its signs, or the letters of any currency. */
function surroundingsOf(currency: string): RegExp {
  const known = surroundings.get(currency);
  if (known) return known;
  const sign = `(?:${signsOf(currency).join('|')}|[A-Z]{0,3}\\p{Sc}|[A-Z]{3})?`;
  const around = new RegExp(`^${sign}\\s*|\\s*${sign}$`, 'giu');
  surroundings.set(currency, around);
  return around;
}

/** Whether a text names this currency, by its letters or by a sign that a language of ours writes for it; a sign such as `$` may name several. */
export function namesCurrency(text: string, currency: string): boolean {
  const names = [currency, ...signsOf(currency)].join('|');
  return new RegExp(`(?<!\\p{L})(?:${names})(?!\\p{L})`, 'iu').test(text.normalize('NFKC'));
}

const minus = /^[\p{Pd}\u2212]\s*|\s*[\p{Pd}\u2212]$/u;
const spaces = "[\\s'’]";
/** Marks that pages and programs put around an amount, such as those of its direction: a person who copies it cannot see them. */
const invisible = /\p{Cf}/gu;

/**
 * Reads an amount that a person typed into minor units: `4.00`, `4,00`, `$4.00`, `1 234,50 €`. Both point and comma are
 * accepted as the decimal mark. That is safe because exactly as many decimals as the currency has must follow. A minus is ignored,
 * because many banks write one before a charge. Any other text (`4`, `4.0`, `1,234`, a plus) returns `undefined`.
 */
export function parseAmount(text: string, currency: string): number | undefined {
  return parseWithDigits(text, currency, minorDigits(currency));
}

/**
 * Reads an amount that a bank wrote with other decimals than the currency has: `1 250,00 JPY`, which has none, or `450 Ft`, which has two that no price
 * uses. To be tried after {@link parseAmount} with every currency that the amount may be in.
 */
export function parseAmountAsPrinted(text: string, currency: string): number | undefined {
  const digits = minorDigits(currency);
  if (digits === 0) {
    const cents = parseWithDigits(text, currency, 2);
    return cents !== undefined && cents % 100 === 0 ? cents / 100 : undefined;
  }
  const units = hasIdleDecimals(currency) ? parseWithDigits(text, currency, 0) : undefined;
  return units === undefined ? undefined : units * 100;
}

function parseWithDigits(text: string, currency: string, digits: number): number | undefined {
  const number = text
    .normalize('NFKC')
    .replace(invisible, '')
    .trim()
    .replace(minus, '')
    .replace(surroundingsOf(currency), '')
    .replace(minus, '');
  const whole = `\\d{1,9}|\\d{1,3}(?:(?:${spaces}\\d{3}){1,2}|(?:,\\d{3}){1,2}|(?:\\.\\d{3}){1,2})`;
  const pattern = digits === 0 ? `^(${whole})$` : `^(${whole})([.,])(\\d{${digits}})$`;
  const found = new RegExp(pattern, 'u').exec(number);
  const [, units = '', mark = '', decimals = ''] = found ?? [];
  if (!found || (mark !== '' && units.includes(mark))) return undefined;
  return Number(units.replace(/\D/g, '') + decimals);
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: Locale, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const digits = minorDigits(currency);
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format =
    formats.get(key) ?? new Intl.NumberFormat(toBcp47(locale), { style: 'currency', currency, ...decimals });
  formats.set(key, format);
  return format;
}

/** Writes an amount in the format of the language, with as many decimals as the currency has. */
export function formatMoney({ amountMinor, currency }: Money, locale: Locale): string {
  return formatOf(locale, currency).format(toDecimal(amountMinor, minorDigits(currency)));
}

/** Writes an amount for programs: its decimals after a point, and neither a currency nor spaces (`-1234.50`). */
export function plainAmount({ amountMinor, currency }: Money): string {
  const digits = minorDigits(currency);
  return toDecimal(amountMinor, digits).slice(0, digits === 0 ? -2 : -1);
}

/**
 * The sum of some amounts: one for each currency, because different ones are never added. A currency that comes to nothing is among them
 * only if all do; of those the first.
 */
export function addUp(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, number>();
  for (const { currency, amountMinor } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  const all = [...sums].map(([currency, amountMinor]) => ({ currency, amountMinor }));
  const some = all.filter(({ amountMinor }) => amountMinor !== 0);
  return some.length > 0 ? some : all.slice(0, 1);
}

/**
 * The same figures in minor units of a currency with other decimals: 36,000 that were read as `CAD` (360.00) are 360 of `JPY`. Undefined if that has
 * too few decimals for them.
 */
export function withDecimalsOf(currency: string, read: Money): number | undefined {
  const more = minorDigits(currency) - minorDigits(read.currency);
  const amountMinor = more < 0 ? read.amountMinor / 10 ** -more : read.amountMinor * 10 ** more;
  return Number.isSafeInteger(amountMinor) ? amountMinor : undefined;
}

/** Inserts the decimal mark into a whole number as text: dividing by 100 would use a float. */
export function toDecimal(amountMinor: number, digits: number): Intl.StringNumericLiteral {
  const padded = Math.abs(amountMinor)
    .toString()
    .padStart(digits + 1, '0');
  const cut = padded.length - digits;
  const sign = amountMinor < 0 ? '-' : '';
  return `${sign}${padded.slice(0, cut)}.${padded.slice(cut)}0` as Intl.StringNumericLiteral; // digits by construction
}
