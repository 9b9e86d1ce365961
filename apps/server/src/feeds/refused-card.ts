import type { RefusedCardStatus } from '@tapfolio/domain/card-status.ts';

interface Refusal {
  /** The code of the card's bank, by ISO 8583. */
  readonly code: string | null;
  /** The refusal in words. */
  readonly words: string | null;
}

/** Matches a word that is alone or about a card: a connection may be lost, and a session expire, without any fault of the card. */
const aboutCard = (word: string) =>
  new RegExp(`^\\W*${word}\\W*$|\\b${word}\\W+card\\b|\\bcard\\W+(?:(?:is|was|has|reported)\\W+)*${word}\\b`, 'i');
const lostCard = new RegExp(`\\bstolen\\b|${aboutCard('lost').source}`, 'i');
const expiredCard = aboutCard('expired');

/** What a bank that refuses to pay says about the card; null if it says nothing. Words win over codes, which differ between banks. */
export function refusedCard({ code, words }: Refusal): RefusedCardStatus | null {
  if (lostCard.test(words ?? '')) return 'lost';
  if (expiredCard.test(words ?? '')) return 'card_dead';
  if (/^0*4[13]$/.test(code ?? '')) return 'lost';
  return /^0*(?:33|54)$/.test(code ?? '') ? 'card_dead' : null;
}
