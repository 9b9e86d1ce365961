import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { sessionsKey } from '../../../passenger/query-keys.ts';

export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => call('listSessions', {}, { signal }),
});
