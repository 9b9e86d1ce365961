import type { TripSummary as Trip } from '@tapfolio/contracts/trips.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { TripDebt } from '../../../passenger/debts.tsx';
import { placesText } from '../../../passenger/trip-places.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { DoubtMark, FareReason, TripLine, TripStatus, TripTimes } from './trip-cells.tsx';
import style from './trip-summary.module.css';

type Props = { trip: Trip; hasDay?: boolean; isDoubtful?: boolean; isForWork?: boolean };

/**
 * A trip on one row: which line, from where to where and what it cost; below, when it was and why it was free or cheaper, as in the
 * story of a payment. The status is left out for a finished trip. `hasDay` is for lists that have no headings of days.
 */
export function TripSummary({ trip, hasDay = false, isDoubtful = false, isForWork = false }: Props) {
  const t = useT();
  const formats = useFormats();
  return (
    <div className={style.row} data-long-note>
      <span className={style.line}>
        {trip.line && <VisuallyHidden>{t('trips.colLine')} </VisuallyHidden>}
        <TripLine trip={trip} />
      </span>
      <div className={style.trip}>
        <div className={style.places}>
          <span className={style.fare}>{formats.money(trip.fare)}</span>
          <span>{placesText(trip, t)}</span>
        </div>
        <div className={style.note}>
          {hasDay && <span>{formats.date(trip.startedAt, trip.timeZone)}</span>}
          <span>
            <TripTimes trip={trip} />
          </span>
          {trip.status !== 'calculated' && <TripStatus status={trip.status} />}
          {isDoubtful && <DoubtMark />}
          <FareReason trip={trip} />
          <TripDebt tripId={trip.id} />
          {trip.operator && <span>{trip.operator}</span>}
          {isForWork && <span>{t('work.forWork')}</span>}
        </div>
      </div>
    </div>
  );
}
