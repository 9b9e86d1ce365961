import { number as currencyOfNumber } from 'currency-codes';
import { BadRow } from './values.ts';

/** Letters of ISO 4217 that are money; those that begin with X are metals and test codes, but for four. */
const alphas = new Set(
  Intl.supportedValuesOf('currency').filter((code) => !code.startsWith('X') || /^X(?:AF|CD|OF|PF)$/.test(code)),
);

/**
 * The three letters of ISO 4217 for a numeric code, with or without leading zeros, or for letters.
 * @throws BadRow for anything else, also for the numbers of metals and of tests.
 */
export function isoCurrency(value: string): string {
  const digits = value.replace(/^0+/, '').padStart(3, '0');
  const letters = currencyOfNumber(digits)?.code ?? value.toUpperCase();
  if (!alphas.has(letters)) throw new BadRow('unknown currency', value.slice(0, 20));
  return letters;
}
