import { minuteMs } from '@tapfolio/domain/durations.ts';
import type { ServiceDayRule } from '@tapfolio/domain/service-day.ts';
import { useT } from '../../lib/i18n.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { endsOf, isWholeDays, type OpenRange } from '../../ui/open-range.ts';

/** A period in words; its hours only if it is not made of whole days. */
export function PeriodText({ range, days }: { range: OpenRange; days: ServiceDayRule }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = days;
  const { from, to } = range;
  const hasWholeDays = isWholeDays(range, days);
  const ends = endsOf(range, days);
  const write = (instant: string, day = ''): string =>
    hasWholeDays ? formats.shortDay(day) : formats.dateTime(instant, timeZone);
  const first = from && write(from, ends.from?.day);
  // The end is not part of the period; the text names the last minute before it.
  const last = to && write(new Date(Date.parse(to) - minuteMs).toISOString(), ends.to?.day);
  if (hasWholeDays && first === last && first) return first;
  if (first && last) return t('cards.periodFromTo', { from: first, to: last });
  if (first) return t('cards.periodFrom', { from: first });
  return last ? t('cards.periodTo', { to: last }) : t('cards.periodAny');
}
