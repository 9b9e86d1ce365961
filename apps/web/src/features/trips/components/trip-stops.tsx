import type { TripDetail } from '@tapfolio/contracts/trips.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { stopText } from '../../../passenger/trip-places.ts';
import style from './trip-stops.module.css';

type Call = { label: string; stop: TripDetail['start'] };

/** Where and when the card was tapped, as a vertical line with its stops. */
export function TripStops({ trip }: { trip: TripDetail }) {
  const t = useT();
  const formats = useFormats();
  const calls: Call[] = [
    { label: t('trips.checkIn'), stop: trip.start },
    ...(trip.stop.name || trip.stop.at || trip.stop.pointId ? [{ label: t('trips.checkOut'), stop: trip.stop }] : []),
  ];
  return (
    <ol className={style.stops}>
      {calls.map(({ label, stop }) => (
        <li key={label} className={style.stop}>
          <span className={style.label}>{label}</span>
          <span className={style.name}>{stopText(stop.name, t)}</span>
          <span className={style.at}>
            {stop.at ? formats.dateTime(stop.at, trip.timeZone) : t('trips.timeUnknown')}
            {stop.pointId && ` · ${t('trips.pointId', { id: stop.pointId })}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
