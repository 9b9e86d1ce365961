import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The signed-in passenger as the server knows them now; what is stored locally may be of the last sign-in. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('getSettings', { query: { domain: location.hostname } }, { signal }),
});
