/** A tax as configured: its printed name and its rate in hundredths of a percent. */
export interface TaxRate {
  readonly name: string;
  readonly basisPoints: number;
}

export interface ContainedTaxes {
  readonly netMinor: number;
  readonly taxes: readonly { readonly name: string; readonly basisPoints: number; readonly amountMinor: number }[];
}

/**
 * Splits an amount that contains its taxes. Every part is rounded half up to the minor unit and what rounding leaves
 * over goes to the net amount, so that the parts always add up to what was paid.
 */
export function splitTaxes(grossMinor: number, rates: readonly TaxRate[]): ContainedTaxes {
  const whole = 10_000 + rates.reduce((sum, rate) => sum + rate.basisPoints, 0);
  const taxes = rates.map(({ name, basisPoints }) => ({
    name,
    basisPoints,
    amountMinor: Math.floor((2 * grossMinor * basisPoints + whole) / (2 * whole)),
  }));
  return { netMinor: grossMinor - taxes.reduce((sum, tax) => sum + tax.amountMinor, 0), taxes };
}
