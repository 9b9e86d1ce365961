import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { ticketsKey } from '../../../passenger/query-keys.ts';

/** The tickets of all cards that can be used now. */
export const activeTicketsQuery = queryOptions({
  queryKey: ticketsKey,
  queryFn: ({ signal }) => call('listActiveTickets', {}, { signal }),
});
