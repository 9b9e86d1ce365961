const names: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  MAESTRO: 'Maestro',
  AMEX: 'American Express',
  'AMERICAN EXPRESS': 'American Express',
  DISCOVER: 'Discover',
  INTERAC: 'Interac',
};

/** The name of a card scheme as the scheme writes it. An unknown scheme stays as delivered. */
export function schemeName(delivered: string): string {
  return names[delivered.toUpperCase()] ?? delivered;
}
