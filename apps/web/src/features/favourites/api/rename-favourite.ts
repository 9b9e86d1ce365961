import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { favouritesKey } from '../../../passenger/query-keys.ts';

export function useRenameFavourite(favouriteId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call('renameFavourite', { params: { favouriteId }, body: { name } }),
    onSettled: () => queries.invalidateQueries({ queryKey: favouritesKey }),
  });
}
