import { queryOptions } from '@tanstack/react-query';
import { call, type Input } from '../../../lib/api-client.ts';

/** What the trips of all cards cost in the last weeks. */
export function spendQuery(query: NonNullable<Input<'getSpend'>['query']>) {
  return queryOptions({
    queryKey: ['cards', 'spend', query],
    queryFn: ({ signal }) => call('getSpend', { query }, { signal }),
  });
}
