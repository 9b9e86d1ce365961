/** A charge as it stands on a statement of the city's passengers. */
export function statementLine({ srid, amountMinor }: { srid: string; amountMinor: number }): string {
  return `PLT*${srid} PORT LUMIERE ${(amountMinor / 100).toFixed(2)}`;
}
