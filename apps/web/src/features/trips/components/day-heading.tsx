import type { TripPage } from '@tapfolio/contracts/trips.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import style from './day-heading.module.css';

/** A day in words, and what the whole of it cost: in each currency by itself. */
export function DayHeading({ day, totals }: { day: string; totals: readonly TripPage['days'][number][] }) {
  const t = useT();
  const formats = useFormats();
  return (
    <span className={style.heading}>
      <span>{formats.day(day)}</span>
      {totals.map((total) => (
        <span key={total.total.currency} className={style.total}>
          <span className={style.count}>{t('common.trips', { count: total.trips })}</span>
          <span>{formats.money(total.total)}</span>
        </span>
      ))}
    </span>
  );
}
