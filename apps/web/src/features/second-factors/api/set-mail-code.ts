import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { secondFactorsQuery } from './list-second-factors.ts';

/** Asks for a code by mail after the password from now on, or no longer. */
export function useSetMailCode() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mailCode: boolean) => call('setMailCode', { body: { mailCode } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: secondFactorsQuery.queryKey }),
  });
}
