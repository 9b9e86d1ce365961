import type { TripFacts } from '@tapfolio/contracts/trips.ts';
import { instantAt, instantWithOffset, lastInstantAt, wallClockAt } from '@tapfolio/domain/service-day.ts';
import { formatDateTime, formatTime } from '@tapfolio/locales/formats.ts';
import { cutName } from '../../documents/cut-name.ts';
import type { Pen } from '../../documents/sheet.ts';
import { stopName } from '../../documents/stop-name.ts';
import type { Tap } from './proof-trips.ts';

type Where = Pick<TripFacts, 'serviceDay' | 'timeZone'>;

/** When and where a card was tapped; undefined if it was not. */
export function writeTap({ t, locale }: Pen, trip: Where, tap: Tap | null): string | undefined {
  if (tap === null) return undefined;
  const stop = stopName(tap.stop, t);
  if (tap.at === null) return t('travelproofdoc.tapWithoutTime', { stop });
  return t('travelproofdoc.tap', { time: writeTime(tap.at, trip, locale), stop });
}

/**
 * The time of a tap in the zone of the trip. After midnight a service day goes on, so the date of the calendar is written with it. When
 * clocks are set back they show an hour twice, so its distance from UTC is written with it.
 */
function writeTime(at: string, { serviceDay, timeZone }: Where, locale: Pen['locale']): string {
  const { day, time } = wallClockAt(at, timeZone);
  const shown = (day === serviceDay ? formatTime : formatDateTime)(at, locale, timeZone);
  if (instantAt(day, time, timeZone) === lastInstantAt(day, time, timeZone)) return shown;
  return `${shown} (UTC${instantWithOffset(at, timeZone).slice(-6)})`;
}

/** The line of a trip, its kind of vehicle, and its operator if that is a partner. */
export function writeLine({ t }: Pen, { line, transportType, operator }: TripFacts): string {
  const transport = t(`travelproofdoc.transport_${transportType}`);
  const named =
    line === null ? transport : t('travelproofdoc.lineAndTransport', { line: cutName(line.name), transport });
  return operator === null ? named : t('travelproofdoc.lineOfOperator', { line: named, operator: cutName(operator) });
}
