import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { cardsKey } from '../../../passenger/query-keys.ts';

export function useReplaceCard(cardId: number, successorId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('replaceCard', { params: { cardId }, query: { successorId } }),
    // The histories of the card are longer now, and after a refusal the page may be out of date. The mutation does not wait for
    // the answer, which removes the offer and its dialog.
    onSettled: () => void queries.invalidateQueries({ queryKey: cardsKey }),
  });
}
