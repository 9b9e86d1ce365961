import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { cardKey } from '../../../passenger/query-keys.ts';
import { workTripsKey } from './list-work-trips.ts';

/** Whether all new trips with a card are for work. */
export function workRuleQuery(cardId: number) {
  return queryOptions({
    queryKey: [...cardKey(cardId), 'work-rule'],
    queryFn: ({ signal }) => call('getWorkRule', { params: { cardId } }, { signal }),
  });
}

/** Turns the rule of a card on or off. Another tab may have changed it: it is read again after a failure. */
export function useChangeWorkRule(cardId: number) {
  const queries = useQueryClient();
  const { queryKey } = workRuleQuery(cardId);
  return useMutation({
    mutationFn: (isOn: boolean) => call('changeWorkRule', { params: { cardId }, body: { isOn } }),
    onSuccess: (rule) => {
      queries.setQueryData(queryKey, rule);
      return queries.invalidateQueries({ queryKey: workTripsKey(cardId) });
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}
