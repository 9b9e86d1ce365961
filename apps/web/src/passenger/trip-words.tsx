import type { RelatedTrip } from '@tapfolio/contracts/payments.ts';
import { useT } from '../lib/i18n.ts';
import { useFormats } from '../lib/use-formats.ts';
import { TransitIcon } from '../ui/icons.tsx';
import { LineBadge } from '../ui/line-badge.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { placesText } from './trip-places.ts';
import style from './trip-words.module.css';

/** The class of the element around {@link TripWords}. */
export const tripClass = style.trip;

type Props = { trip: RelatedTrip; time: string; reason: string | null };

/** One trip of a payment or of an unpaid fare: which line, from where to where, when, and why it has its price. */
export function TripWords({ trip, time, reason }: Props) {
  const t = useT();
  const formats = useFormats();
  const { line, transportType, operator, refund } = trip;
  return (
    <>
      <span className={style.line}>
        {line && <VisuallyHidden>{t('trips.colLine')} </VisuallyHidden>}
        {line ? <LineBadge {...line} /> : <TransitIcon />}
      </span>
      <span className={style.ride}>
        <span>{placesText(trip, t)}</span>
        <span className={style.about}>
          <span>{time}</span>
          {!line && <span>{t(`common.transportType.${transportType}`)}</span>}
          {reason && <span>{reason}</span>}
          {operator && <span>{operator}</span>}
          {refund && <span>{t('trips.refundedOf', { amount: formats.money(refund.amount) })}</span>}
        </span>
      </span>
    </>
  );
}
