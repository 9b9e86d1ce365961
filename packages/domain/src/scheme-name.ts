const names: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  MAESTRO: 'Maestro',
  AMEX: 'American Express',
  'AMERICAN EXPRESS': 'American Express',
  DISCOVER: 'Discover',
  INTERAC: 'Interac',
};

/** A card scheme as its owner writes it; one we do not know stays as delivered. */
export function schemeName(delivered: string): string {
  return names[delivered.toUpperCase()] ?? delivered;
}
