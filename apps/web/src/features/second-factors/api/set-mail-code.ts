import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { secondFactorsQuery } from './list-second-factors.ts';

/** Turns on or off that sign-in asks for a code sent by mail after the password. */
export function useSetMailCode() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mailCode: boolean) => call('setMailCode', { body: { mailCode } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: secondFactorsQuery.queryKey }),
  });
}
