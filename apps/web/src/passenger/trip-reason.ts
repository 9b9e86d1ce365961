import { fareReasonOf } from '@tapfolio/domain/fare-reason.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import type { TripReason } from '@tapfolio/domain/payment-story.ts';
import type { T } from '../lib/i18n.ts';
import type { Formats } from '../lib/use-formats.ts';

/** Why a trip in a payment has its price, in the page's words. */
export function tripReasonText(reason: TripReason, t: T, formats: Formats): string {
  switch (reason.code) {
    case 'delivered':
      return reason.text;
    case 'daily_cap':
      return reason.reached
        ? t('trips.fareReason_daily_cap_at', { cap: formats.money(reason.reached) })
        : t('trips.fareReason_daily_cap');
    case 'pass':
      return reason.name ? t('trips.fareReason_pass_named', { name: reason.name }) : t('trips.fareReason_pass');
    default:
      return t(`trips.fareReason_${reason.code}`);
  }
}

/** The reason of a fare: in our words if we know the back office's text, or else in its own words. */
export function fareReasonText(delivered: string, t: T): string {
  const code = fareReasonOf(delivered);
  return code ? t(`trips.fareReason_${code}`) : delivered;
}

/** Why a trip in a list was free or cheaper. Null for an ordinary fare. */
export function unusualFareText(fare: Money, delivered: string | null, t: T): string | null {
  if (!delivered) return null;
  const code = fareReasonOf(delivered);
  const isOrdinary = code === 'payg' || (code === undefined && fare.amountMinor > 0);
  return isOrdinary ? null : fareReasonText(delivered, t);
}
