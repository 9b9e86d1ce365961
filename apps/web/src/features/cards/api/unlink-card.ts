import { useMutation, useQueryClient } from '@tanstack/react-query';
import { alreadySo } from '../../../lib/already-so.ts';
import { call } from '../../../lib/api-client.ts';
import { cardKey, questionsKey, spendKey, ticketsKey } from '../../../passenger/query-keys.ts';
import { cardClaimsQuery } from './card-claims.ts';
import { cardsQuery } from './list-cards.ts';

export function useUnlinkCard(cardId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('unlinkCard', { params: { cardId } }).catch(alreadySo('TM0108')),
    // The list shows whether it was the last one.
    onError: () => queries.invalidateQueries({ queryKey: cardsQuery.queryKey, exact: true }),
    // The passenger may no longer see the loaded data of the card.
    onSuccess: () => {
      queries.removeQueries({ queryKey: cardKey(cardId) });
      queries.removeQueries({ queryKey: spendKey });
      queries.removeQueries({ queryKey: ticketsKey });
      void queries.invalidateQueries({ queryKey: cardClaimsQuery.queryKey });
      // A question goes with its card.
      void queries.invalidateQueries({ queryKey: questionsKey });
      return queries.invalidateQueries({ queryKey: cardsQuery.queryKey, exact: true });
    },
  });
}
