import { amountMinor, BadRow } from '../text/values.ts';

/** A price in minor units. @throws BadRow unless it is a whole number and not negative: a refund is no price. */
export function price(value: string | null, column: string): number {
  const amount = amountMinor(value, column);
  if (amount < 0) throw new BadRow('amount is negative', `${column}: ${amount}`);
  return amount;
}

/** What is left on a product that is used up bit by bit, in minor units; null for one that is not. */
export function storedValue(value: string | null): number | null {
  return value === null ? null : price(value, 'stored_value');
}
