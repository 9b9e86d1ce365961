/** What a bank says of a card when it refuses to pay: lost or stolen, or no longer valid. */
export const refusedCards = ['lost', 'card_dead'] as const;
/** One of {@link refusedCards}. */
export type RefusedCard = (typeof refusedCards)[number];

interface Refusal {
  /** The code of the card's bank, by ISO 8583. */
  readonly code: string | null;
  /** The refusal in words. */
  readonly words: string | null;
}

/** What a refusal says of the card; null where it says nothing of it. Words go first: codes differ between banks. */
export function refusedCard({ code, words }: Refusal): RefusedCard | null {
  if (/\b(?:lost|stolen)\b/i.test(words ?? '')) return 'lost';
  if (/\bexpired\b/i.test(words ?? '')) return 'card_dead';
  if (/^0*4[13]$/.test(code ?? '')) return 'lost';
  return /^0*(?:33|54)$/.test(code ?? '') ? 'card_dead' : null;
}
