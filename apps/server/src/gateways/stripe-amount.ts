import { minorDigits } from '@tapfolio/domain/money.ts';

/**
 * Currencies for which Stripe counts in other units than ISO 4217 (https://docs.stripe.com/currencies#special-cases): the number of
 * Stripe's units in one of ours, or of ours in one of Stripe's. ISK and UGX have hundredths there that are always zero, MGA has none.
 */
const others: Readonly<Record<string, readonly [stripe: number, ours: number]>> = {
  ISK: [100, 1],
  UGX: [100, 1],
  MGA: [1, 100],
};

const unitsOf = (currency: string) => others[currency] ?? [1, 1];

/** Minor units as Stripe counts them. Undefined for what it does not take: a part of its unit, or a third decimal that is not zero. */
export function toStripe({ amountMinor, currency }: { amountMinor: number; currency: string }): number | undefined {
  const [stripe, ours] = unitsOf(currency);
  const smallest = minorDigits(currency) === 3 ? 10 : ours;
  return amountMinor % smallest === 0 ? (amountMinor / ours) * stripe : undefined;
}

/** An amount of Stripe in minor units. A value that is no whole number is returned as it is, and refused later. */
export function fromStripe(amount: number, currency: string): { amountMinor: number; currency: string } {
  const letters = currency.toUpperCase();
  const [stripe, ours] = unitsOf(letters);
  const amountMinor = Number.isSafeInteger(amount) ? (amount / stripe) * ours : amount;
  return { amountMinor, currency: letters };
}
