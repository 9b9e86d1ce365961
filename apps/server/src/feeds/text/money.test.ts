import { minorDigits } from '@tapfolio/domain/money.ts';
import { code as standardOf } from 'currency-codes';
import { describe, expect, it } from 'vitest';
import { isoCurrency } from './values.ts';

describe('the currency of a tap', () => {
  it.each([
    ['826', 'GBP'],
    ['36', 'AUD'],
    ['036', 'AUD'],
    ['152', 'CLP'],
    ['170', 'COP'],
    ['604', 'PEN'],
    ['032', 'ARS'],
    ['eur', 'EUR'],
    ['XOF', 'XOF'],
  ])('reads %s as %s', (value, letters) => {
    expect(isoCurrency(value)).toBe(letters);
  });

  it.each(['959', 'XAU', '999', 'XXX', '000', '1234', 'EURO', '€', ''])(
    'refuses %j, which is not a currency',
    (value) => {
      expect(() => isoCurrency(value)).toThrow('unknown currency');
    },
  );

  it('has as many decimal digits as the standard says', () => {
    const codes = Intl.supportedValuesOf('currency').filter((code) => standardOf(code) !== undefined && isMoney(code));

    expect(codes.length).toBeGreaterThan(140);
    expect(codes.filter((code) => minorDigits(code) !== standardOf(code)?.digits)).toEqual([]);
  });
});

function isMoney(code: string): boolean {
  try {
    return isoCurrency(code) === code;
  } catch {
    return false;
  }
}
