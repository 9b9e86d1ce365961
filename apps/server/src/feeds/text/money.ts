import { minorDigits } from '@tapfolio/domain/money.ts';
import { number as currencyOfNumber } from 'currency-codes';
import { BadRow, sensibleAmount } from './values.ts';

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
