import { BadRow } from '../text/values.ts';

/** ISO 4217 numeric codes of the currencies that transit is paid in somewhere; more are one line each. */
const alphaByNumber: Readonly<Record<string, string>> = {
  '036': 'AUD',
  '124': 'CAD',
  '156': 'CNY',
  '191': 'HRK',
  '203': 'CZK',
  '208': 'DKK',
  '344': 'HKD',
  '348': 'HUF',
  '352': 'ISK',
  '356': 'INR',
  '360': 'IDR',
  '376': 'ILS',
  '392': 'JPY',
  '410': 'KRW',
  '458': 'MYR',
  '484': 'MXN',
  '554': 'NZD',
  '578': 'NOK',
  '608': 'PHP',
  '682': 'SAR',
  '702': 'SGD',
  '710': 'ZAR',
  '752': 'SEK',
  '756': 'CHF',
  '764': 'THB',
  '784': 'AED',
  '826': 'GBP',
  '840': 'USD',
  '941': 'RSD',
  '946': 'RON',
  '949': 'TRY',
  '975': 'BGN',
  '978': 'EUR',
  '980': 'UAH',
  '985': 'PLN',
  '986': 'BRL',
};

/** Letters of ISO 4217 that are money; those that begin with X are metals and test codes, but for four. */
const alphas = new Set(
  Intl.supportedValuesOf('currency').filter((code) => !code.startsWith('X') || /^X(?:AF|CD|OF|PF)$/.test(code)),
);

/** The three letters for a numeric code, with or without leading zeros, or for letters. @throws BadRow otherwise. */
export function isoCurrency(value: string): string {
  const letters = value.toUpperCase();
  const alpha = alphaByNumber[value.replace(/^0+/, '').padStart(3, '0')] ?? (alphas.has(letters) ? letters : undefined);
  if (!alpha) throw new BadRow('unknown currency', value.slice(0, 20));
  return alpha;
}
