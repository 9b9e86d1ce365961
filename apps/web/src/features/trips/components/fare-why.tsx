import type { TripSummary } from '@tapfolio/contracts/trips.ts';
import { fareReasonOf } from '@tapfolio/domain/fare-reason.ts';
import { useT } from '../../../lib/i18n.ts';
import { fareReasonText } from '../../../passenger/trip-reason.ts';

/** Why a trip was free or has no fare of its own; an ordinary fare needs no word. */
export function FareWhy({ trip: { fare, fareReason } }: { trip: Pick<TripSummary, 'fare' | 'fareReason'> }) {
  const t = useT();
  if (!fareReason) return null;
  const code = fareReasonOf(fareReason);
  const isOrdinary = code === 'payg' || (code === undefined && fare.amountMinor > 0);
  return isOrdinary ? null : <span>{fareReasonText(fareReason, t)}</span>;
}
