import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Input } from '../../../lib/api-client.ts';
import { cardsKey } from '../../../passenger/query-keys.ts';

/** Links the card of a statement line and returns its id. */
export function useLinkCard() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<'linkCard'>['body']) => call('linkCard', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: cardsKey }),
  });
}
