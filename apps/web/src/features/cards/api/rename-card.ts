import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { cardsKey } from '../../../passenger/query-keys.ts';

export function useRenameCard(cardId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call('renameCard', { params: { cardId }, body: { name } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: cardsKey }),
    // Another tab may have unlinked the card. The refusal does not wait for the answer, which removes the form.
    onError: () => void queries.invalidateQueries({ queryKey: cardsKey }),
  });
}
