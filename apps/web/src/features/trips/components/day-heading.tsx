import type { TripPage } from '@tapfolio/contracts/trips.ts';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import style from './day-heading.module.css';

/** A day in words, and what the whole of it cost. */
export function DayHeading({ day, total }: { day: string; total: TripPage['days'][number] | undefined }) {
  const t = useT();
  const formats = useFormats();
  return (
    <span className={style.heading}>
      <span>{formats.day(day)}</span>
      {total && (
        <span className={style.total}>
          <span className={style.count}>{t('common.trips', { count: total.trips })}</span>
          <span>{formats.money(total.total)}</span>
        </span>
      )}
    </span>
  );
}
