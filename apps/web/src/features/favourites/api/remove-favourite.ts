import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { goneAlready } from '../../../lib/gone-already.ts';
import { refreshChoices } from './list-sales-packages.ts';

export function useRemoveFavourite(favouriteId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('removeFavourite', { params: { favouriteId } }).catch(goneAlready('TM0176')),
    onSettled: () => refreshChoices(queries),
  });
}
