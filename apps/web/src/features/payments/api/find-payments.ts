import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { cardsKey } from '../../../passenger/query-keys.ts';

/** The payments with a statement reference, whichever card of the passenger it was, the newest first. */
export function foundPaymentsQuery(srid: string) {
  return queryOptions({
    queryKey: [...cardsKey, 'found', srid],
    queryFn: async ({ signal }) => (await call('findPayments', { body: { srid } }, { signal })).items,
  });
}
