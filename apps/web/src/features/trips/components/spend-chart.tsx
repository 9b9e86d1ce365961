import type { CurrencySpend } from '@tapfolio/contracts/spend.ts';
import type { CSSProperties } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import hidden from '../../../ui/visually-hidden.module.css';
import style from './spend-chart.module.css';

type Sum = Omit<CurrencySpend['weeks'][number], 'firstDay'>;
type Bar = Sum & { readonly key: string; readonly label: string; readonly isStrong: boolean };

/** Fares of one currency by week, and by type of transport if there were several. */
export function SpendChart({ spend }: { spend: CurrencySpend }) {
  const t = useT();
  const formats = useFormats();
  const weeks = spend.weeks.map((week, place): Bar => {
    const isThis = place === 0;
    const label = isThis ? t('home.spendThisWeek') : formats.shortDay(week.firstDay);
    return { ...week, key: week.firstDay, label, isStrong: isThis };
  });
  const types = spend.transportTypes.map((type): Bar => {
    const { transportType } = type;
    return { ...type, key: transportType, label: t(`common.transportType.${transportType}`), isStrong: false };
  });
  return (
    <>
      <Bars caption={t('home.spendCaption')} head={t('home.spendWeek')} bars={weeks} />
      {types.length > 1 && <Bars caption={t('home.spendByTypeCaption')} head={t('trips.colType')} bars={types} />}
    </>
  );
}

/** A table with bars behind real cells, so that screen, screen reader and paper show the same. */
function Bars({ caption, head, bars }: { caption: string; head: string; bars: readonly Bar[] }) {
  const t = useT();
  const most = Math.max(...bars.map(({ total }) => total.amountMinor), 1);
  return (
    <table className={style.chart}>
      <caption className={hidden.hidden}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" className={style.end}>
            {t('home.spendTrips')}
          </th>
          <th scope="col" className={style.end}>
            {t('home.spendFares')}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <BarRow key={bar.key} bar={bar} share={bar.total.amountMinor / most} />
        ))}
      </tbody>
    </table>
  );
}

function BarRow({ bar, share }: { bar: Bar; share: number }) {
  const formats = useFormats();
  return (
    <tr className={bar.isStrong ? style.now : undefined}>
      <th scope="row">{bar.label}</th>
      <td className={style.end}>{bar.trips}</td>
      <td>
        <div className={style.measure}>
          {/* Custom properties are no known keys of CSSProperties. */}
          <span className={style.bar} style={{ '--share': share } as CSSProperties} aria-hidden="true" />
          <span className={style.figure}>{formats.money(bar.total)}</span>
        </div>
      </td>
    </tr>
  );
}
