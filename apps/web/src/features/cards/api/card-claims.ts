import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Input } from '../../../lib/api-client.ts';
import { cardsKey } from '../../../passenger/query-keys.ts';

/** The claims of the passenger, and the claims of their cards. */
export const cardClaimsQuery = queryOptions({
  queryKey: [...cardsKey, 'claims'],
  queryFn: ({ signal }) => call('listCardClaims', {}, { signal }),
});

/** Claims a card by two statement lines. If no account has the card any more, it is linked at once and the answer has its id. */
export function useClaimCard() {
  const renew = useRenewCards();
  return useMutation({
    mutationFn: (body: Input<'claimCard'>['body']) => call('claimCard', { body }),
    onSuccess: renew,
  });
}

export function useWithdrawClaim(claimId: string) {
  const renew = useRenewCards();
  return useMutation({
    mutationFn: () => call('withdrawCardClaim', { params: { claimId } }),
    // After a refusal the page may show an old state.
    onSettled: renew,
  });
}

export function useObjectToClaim(claimId: string) {
  const renew = useRenewCards();
  return useMutation({
    mutationFn: () => call('objectToCardClaim', { params: { claimId } }),
    onSettled: renew,
  });
}

/** The mutation must not wait for this: the new list removes the notice, and with it the dialog that shows the mutation. */
function useRenewCards(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: cardsKey });
}
