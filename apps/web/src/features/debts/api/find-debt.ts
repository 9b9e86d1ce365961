import { queryOptions } from '@tanstack/react-query';
import { call, type Input } from '../../../lib/api-client.ts';
import { askAgainMs } from '../moving.ts';

export type DebtProof = Input<'findDebt'>['body'];

/** The unpaid fare that a statement reference and its amount prove. It is requested again while it changes or waits for its next try. */
export function foundDebtQuery(proof: DebtProof) {
  return queryOptions({
    queryKey: ['foundDebt', proof],
    queryFn: ({ signal }) => call('findDebt', { body: proof }, { signal }),
    retry: false,
    refetchInterval: ({ state: { data } }) => askAgainMs(data ? [data] : [], { isLive: false, atRest: false }),
  });
}
