import { usePortalConfig } from '../../lib/portal-config.ts';
import { usePermission } from '../../passenger/permissions.ts';

/** What this passenger may ask about, trips first. Empty where the portal takes no questions; the operator may withhold one of the two. */
export function useAskable(): readonly ('trip' | 'payment')[] {
  const { questions } = usePortalConfig();
  const ofTrips = usePermission('card-trips-history-table.ask');
  const ofPayments = usePermission('card-payments-history-table.ask');
  if (questions === undefined) return [];
  return [...(ofTrips ? (['trip'] as const) : []), ...(ofPayments ? (['payment'] as const) : [])];
}
