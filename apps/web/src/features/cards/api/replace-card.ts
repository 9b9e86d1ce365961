import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { cardsKey } from '../../../passenger/query-keys.ts';

export function useReplaceCard(cardId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('replaceCard', { params: { cardId } }),
    // The histories of the card are longer now; and what is shown after a refusal may be old. Nobody waits for it: the offer,
    // and the dialog in it, go with the answer.
    onSettled: () => void queries.invalidateQueries({ queryKey: cardsKey }),
  });
}
