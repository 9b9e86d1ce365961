import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { favouritesKey } from '../../../passenger/query-keys.ts';

/** The passenger's favourite packages. */
export const favouritesQuery = queryOptions({
  queryKey: favouritesKey,
  queryFn: ({ signal }) => call('listFavourites', {}, { signal }),
});
