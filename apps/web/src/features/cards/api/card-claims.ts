import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Input } from '../../../lib/api-client.ts';
import { cardsKey } from '../../../passenger/query-keys.ts';

/** What the passenger claims, and which of their cards are claimed. */
export const cardClaimsQuery = queryOptions({
  queryKey: [...cardsKey, 'claims'],
  queryFn: ({ signal }) => call('listCardClaims', {}, { signal }),
});

/** Claims a card by two statement lines; answers its number where nobody has it any more. */
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
    // What is shown after a refusal may be old.
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

/** Its caller does not wait: the answer removes the notice, and with it the dialog that the caller stands in. */
function useRenewCards(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: cardsKey });
}
