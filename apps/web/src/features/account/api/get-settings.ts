import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The current settings of the signed-in passenger at the server; the stored ones may be from the last sign-in. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('getSettings', { query: { domain: location.hostname } }, { signal }),
});
