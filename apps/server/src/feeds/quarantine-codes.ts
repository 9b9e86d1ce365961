import type { PaymentCode } from '@tapfolio/contracts/errors/payment-codes.ts';

/** The code of the catalogue for each reason why a delivered row is set aside. */
const codes: Readonly<Record<string, PaymentCode>> = {
  'a character cannot be read': 'NWA0029',
  'a card does not replace itself': 'NWA0030',
  'NUL characters in a number': 'NWA0029',
  'amount is negative': 'NWA0027',
  'amount is not a whole number': 'NWA0027',
  'amount is too large': 'NWA0027',
  'fare names a tap of another card and day': 'NWA0020',
  'missing amount': 'NWA0026',
  'missing value': 'NWA0026',
  'no such date or time': 'NWA0025',
  'not a date and time': 'NWA0025',
  'not a date': 'NWA0025',
  'not an amount of this currency': 'NWA0027',
  'payment reference belongs to another card': 'NWA0030',
  'payment reference belongs to another payment of the card': 'NWA0030',
  'row is too long': 'NWA0029',
  'tap id belongs to another card and day': 'NWA0020',
  'text is too long': 'NWA0039',
  'unknown currency': 'NWA0006',
  'unknown batch type': 'NWA0028',
  'unknown operation': 'NWA0028',
  'unknown value': 'NWA0028',
  'validity ends before it begins': 'NWA0033',
  'wrong number of columns': 'NWA0029',
  'year out of range': 'NWA0025',
};

/** The code that says why a row was set aside; undefined for a reason that the catalogue does not know. */
export function quarantineCode(reason: string): PaymentCode | undefined {
  return codes[reason];
}
