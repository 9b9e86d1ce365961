import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The own passkeys, and whether sign-in asks for a code sent by mail. */
export const secondFactorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: ({ signal }) => call('getSecondFactors', {}, { signal }),
});
