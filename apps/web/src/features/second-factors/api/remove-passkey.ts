import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { goneAlready } from '../../../lib/gone-already.ts';
import { secondFactorsQuery } from './list-second-factors.ts';

export function useRemovePasskey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (passkeyId: string) => call('removePasskey', { params: { passkeyId } }).catch(goneAlready('TM0064')),
    onSuccess: () => queries.invalidateQueries({ queryKey: secondFactorsQuery.queryKey }),
  });
}
