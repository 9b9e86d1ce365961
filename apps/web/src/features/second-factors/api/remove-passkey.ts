import { useMutation, useQueryClient } from '@tanstack/react-query';
import { alreadySo } from '../../../lib/already-so.ts';
import { call } from '../../../lib/api-client.ts';
import { secondFactorsQuery } from './list-second-factors.ts';

export function useRemovePasskey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (passkeyId: string) => call('removePasskey', { params: { passkeyId } }).catch(alreadySo('TM0064')),
    onSuccess: () => queries.invalidateQueries({ queryKey: secondFactorsQuery.queryKey }),
  });
}
