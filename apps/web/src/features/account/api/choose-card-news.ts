import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Input } from '../../../lib/api-client.ts';
import { settingsQuery } from './get-settings.ts';

/** Which news of cards come by mail. */
export function useChooseCardNews() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<'chooseCardNews'>['body']) => call('chooseCardNews', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  });
}
