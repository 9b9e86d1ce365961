import { queryOptions } from '@tanstack/react-query';
import { call, type Input } from '../../../lib/api-client.ts';
import { spendKey } from '../../../passenger/query-keys.ts';

/** What the trips of all cards cost in the last weeks. */
export function spendQuery(query: NonNullable<Input<'getSpend'>['query']>) {
  return queryOptions({
    queryKey: [...spendKey, query],
    queryFn: ({ signal }) => call('getSpend', { query }, { signal }),
  });
}
