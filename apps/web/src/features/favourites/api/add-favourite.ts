import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { refreshChoices } from './list-sales-packages.ts';

export function useAddFavourite(cardId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { salesPackageId: string; name: string }) => call('addFavourite', { params: { cardId }, body }),
    // Another tab may have chosen favourites: they are read again after a failure too.
    onSettled: () => refreshChoices(queries),
  });
}
