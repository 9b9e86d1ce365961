import type { TripSummary as Trip } from '@tapfolio/contracts/trips.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { fareReasonOf } from '../fare-reason.ts';
import { TripLine } from './trip-line.tsx';
import { TripPlaces } from './trip-places.tsx';
import { TripStatus } from './trip-status.tsx';
import style from './trip-summary.module.css';
import { TripTimes } from './trip-times.tsx';

/** A trip on one row: when, which line, from where to where, what it cost or why it was free. A finished trip needs no word for it. */
export function TripSummary({ trip }: { trip: Trip }) {
  const t = useT();
  const formats = useFormats();
  const freeReason = trip.fare.amountMinor === 0 && trip.fareReason ? fareReasonOf(trip.fareReason) : undefined;
  return (
    <div className={style.row}>
      <span className={style.line}>
        <TripLine trip={trip} />
      </span>
      <span className={style.times}>
        <TripTimes trip={trip} />
        {trip.status !== 'calculated' && <TripStatus status={trip.status} />}
        {freeReason && <span>{t(`trips.fareReason_${freeReason}`)}</span>}
      </span>
      <span className={style.fare}>{formats.money(trip.fare)}</span>
      <span className={style.places}>
        <TripPlaces trip={trip} />
      </span>
    </div>
  );
}
