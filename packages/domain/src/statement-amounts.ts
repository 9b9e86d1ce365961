import { hasIdleDecimals, minorDigits, signsOf } from './money.ts';

const currencyBefore = '(?:(?<![0-9A-Z])[A-Z]{0,3}\\p{Sc}\\s?|(?<![0-9A-Z])[A-Z]{3}\\s)?';
const grouped = "\\d{1,3}(?:['’]\\d{3})+|\\d{1,3}(?:,\\d{3})+|\\d{1,3}(?:\\.\\d{3})+";
const begins = '(?<![0-9A-Z.,])';
const ends = '(?![.,]?[0-9A-Z])';
/** As in `20.11.` before the rest of a line. */
const dotOfDate = '(?<dot>\\.(?=\\s*\\S))?';
/** In `1 250 JPY` and `JPY 1 250` the digits on the other side of the blank may belong to the amount, or to something else. */
const [noDigitsBefore, noDigitsBehind] = [`(?<!${begins}\\d{1,3}\\s)`, '(?!\\s\\d{3}(?!\\d))'];

const patterns = new Map<string, RegExp>();

/**
 * An amount in a line in capitals. Some banks print two decimals also for a currency that has others. What shows that a number without decimals is an
 * amount is a sign that only such currencies have, or a mark between its thousands.
 */
function patternFor(currencies: readonly string[]): RegExp {
  const key = currencies.join();
  const known = patterns.get(key);
  if (known) return known;
  const counts = new Set([2, ...currencies.map(minorDigits)]);
  const decimals = [...counts].filter((count) => count > 0).map((count) => `\\d{${count}}`);
  const number = `(?:\\d{1,3}(?:['’]\\d{3})+[.,]|\\d{1,3}(?:,\\d{3})+\\.|\\d{1,3}(?:\\.\\d{3})+,|\\d{1,6}[.,])(?:${decimals.join('|')})`;
  const forms = [`${currencyBefore}${begins}(?<decimal>${number})${ends}${dotOfDate}`];
  const whole = currencies.filter((currency) => minorDigits(currency) === 0 || hasIdleDecimals(currency));
  if (whole.length > 0) {
    const foreign = new Set(currencies.filter((currency) => !whole.includes(currency)).flatMap(signsOf));
    const signs = whole.flatMap((currency) => [...signsOf(currency), currency]).filter((sign) => !foreign.has(sign));
    const sign = `(?:${signs.join('|').toUpperCase()})`;
    const figures = `(?:${grouped}|\\d{1,7})`;
    const printed = '(?:[.,]00)?';
    forms.unshift(
      `(?<![0-9A-Z])${sign}\\s?(?<behind>${figures})${printed}${ends}${noDigitsBehind}`,
      `${begins}${noDigitsBefore}(?<before>${figures})${printed}\\s?${sign}(?![0-9A-Z])`,
    );
    forms.push(`${begins}${noDigitsBefore}(?<alone>${grouped})${ends}`);
  }
  const pattern = new RegExp(forms.join('|'), 'gu');
  patterns.set(key, pattern);
  return pattern;
}

/** The amounts of a line in capitals, and the rest of the line. */
export function takeAmounts(line: string, currencies: readonly string[]): { amounts: string[]; rest: string } {
  const pattern = patternFor(currencies);
  const amounts = [...line.matchAll(pattern)].flatMap(({ 0: found, index, groups = {} }) => {
    const { dot, decimal, behind, before, alone } = groups;
    const amount = decimal ?? behind ?? before ?? alone;
    if (amount === undefined || dot !== undefined) return [];
    return decimal !== undefined && isPart({ line, found, amount, index }) ? [] : [amount];
  });
  return { amounts, rest: line.replace(pattern, ' ') };
}

/** Digits and a blank before an amount, as in `1 234,50`: these may be its thousands, or belong to something else. */
function isPart({ line, found, amount, index }: { line: string; found: string; amount: string; index: number }) {
  return found === amount && /^\d{3}[.,]/.test(amount) && /(?<![0-9A-Z.,])\d{1,3}\s$/.test(line.slice(0, index));
}
