import type { TripSummary as Trip } from '@tapfolio/contracts/trips.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { TripLine } from './trip-line.tsx';
import { TripPlaces } from './trip-places.tsx';
import { TripStatus } from './trip-status.tsx';
import style from './trip-summary.module.css';
import { TripTimes } from './trip-times.tsx';

/** A trip on one row: when, which line, from where to where, what it cost. A finished trip needs no word for it. */
export function TripSummary({ trip }: { trip: Trip }) {
  const formats = useFormats();
  return (
    <div className={style.row}>
      <span className={style.line}>
        <TripLine trip={trip} />
      </span>
      <span className={style.times}>
        <TripTimes trip={trip} />
        {trip.status !== 'calculated' && <TripStatus status={trip.status} />}
      </span>
      <span className={style.fare}>{formats.money(trip.fare)}</span>
      <span className={style.places}>
        <TripPlaces trip={trip} />
      </span>
    </div>
  );
}
