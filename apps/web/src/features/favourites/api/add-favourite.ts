import { useMutation, useQueryClient } from '@tanstack/react-query';
import { alreadySo } from '../../../lib/already-so.ts';
import { call } from '../../../lib/api-client.ts';
import { refreshChoices } from './list-sales-packages.ts';

/** Gives null for a package that is a favourite already, under whatever name. */
export function useAddFavourite(cardId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { salesPackageId: string; name: string }) =>
      call('addFavourite', { params: { cardId }, body }).catch(alreadySo('favourite_already_chosen')),
    // Another tab may have chosen favourites: they are read again after a failure too.
    onSettled: () => refreshChoices(queries),
  });
}
