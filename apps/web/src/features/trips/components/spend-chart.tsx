import type { CSSProperties } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import hidden from '../../../ui/visually-hidden.module.css';
import type { Spend } from '../spend-weeks.ts';
import style from './spend-chart.module.css';

/** Fares per week as a table whose bars are drawn behind real cells: one truth for eyes, ears and print. */
export function SpendChart({ spend }: { spend: Spend }) {
  const t = useT();
  const { currency, weeks } = spend;
  const most = Math.max(...weeks.map((week) => week.amountMinor), 1);
  return (
    <table className={style.chart}>
      <caption className={hidden.hidden}>{t('home.spendCaption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('home.spendWeek')}</th>
          <th scope="col" className={style.end}>
            {t('home.spendTrips')}
          </th>
          <th scope="col" className={style.end}>
            {t('home.spendFares')}
          </th>
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, place) => (
          <Week
            key={week.firstDay}
            week={week}
            currency={currency}
            share={week.amountMinor / most}
            isThis={place === 0}
          />
        ))}
      </tbody>
    </table>
  );
}

type WeekProps = { week: Spend['weeks'][number]; currency: string; share: number; isThis: boolean };

function Week({ week, currency, share, isThis }: WeekProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <tr className={isThis ? style.now : undefined}>
      <th scope="row">{isThis ? t('home.spendThisWeek') : formats.shortDay(week.firstDay)}</th>
      <td className={style.end}>{week.trips}</td>
      <td>
        <div className={style.measure}>
          {/* Custom properties are no known keys of CSSProperties. */}
          <span className={style.bar} style={{ '--share': share } as CSSProperties} aria-hidden="true" />
          <span className={style.figure}>{formats.money({ amountMinor: week.amountMinor, currency })}</span>
        </div>
      </td>
    </tr>
  );
}
