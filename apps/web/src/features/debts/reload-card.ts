import type { QueryClient } from '@tanstack/react-query';
import { cardKey, cardsKey } from '../../passenger/query-keys.ts';

/** A fare of a card has changed: the list of cards shows which card is blocked, the histories show which trips are unpaid. */
export function reloadCard(queries: QueryClient, cardId: number): void {
  void queries.invalidateQueries({ queryKey: cardKey(cardId) });
  void queries.invalidateQueries({ queryKey: cardsKey, exact: true });
}
