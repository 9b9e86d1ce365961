import { useMutation, useQueryClient } from '@tanstack/react-query';
import { alreadySo } from '../../../lib/already-so.ts';
import { call } from '../../../lib/api-client.ts';
import { refreshChoices } from './list-sales-packages.ts';

export function useRemoveFavourite(favouriteId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('removeFavourite', { params: { favouriteId } }).catch(alreadySo('TM0176')),
    onSettled: () => refreshChoices(queries),
  });
}
