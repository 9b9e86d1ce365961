import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The passenger's linked cards. Everything about cards is kept under `cards`, so one word renews it all. */
export const cardsQuery = queryOptions({
  queryKey: ['cards'],
  queryFn: ({ signal }) => call('listCards', {}, { signal }),
});
