import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { cardsKey } from '../../../passenger/query-keys.ts';

/** The passenger's linked cards. */
export const cardsQuery = queryOptions({
  queryKey: cardsKey,
  queryFn: ({ signal }) => call('listCards', {}, { signal }),
});
