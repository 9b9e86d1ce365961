import { toBcp47 } from '@tapfolio/domain/locale.ts';
import { type ServiceDayRule, serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { useState } from 'react';
import { useLocale, useT } from '../lib/i18n.ts';
import { serverNow } from '../lib/server-clock.ts';
import style from './date-time-range.module.css';
import { Select } from './select.tsx';

/** The longest time that an operator may keep travel data: six years and the current one. */
const yearsShown = 7;
const months = Array.from({ length: 12 }, (_, index) => index);

const day = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);

type Props = { days: ServiceDayRule; onChosen: (firstDay: string, lastDay: string) => void };

/** The quick way to a month of any year. It fills in the days; choosing alone applies nothing. */
export function WholeMonth({ days, onChosen }: Props) {
  const t = useT();
  const language = toBcp47(useLocale());
  const [thisYear] = useState(() => Number(serviceDayOf(new Date(serverNow()), days).slice(0, 4)));
  const [year, setYear] = useState(thisYear);
  const [month, setMonth] = useState<number>();
  const choose = (next: { year: number; month: number | undefined }): void => {
    setYear(next.year);
    setMonth(next.month);
    if (next.month !== undefined) onChosen(day(next.year, next.month, 1), day(next.year, next.month + 1, 0));
  };
  const nameOf = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const names = months.map((index) => ({ value: String(index), label: nameOf.format(Date.UTC(2026, index)) }));
  const years = Array.from({ length: yearsShown }, (_, past) => String(thisYear - past));
  return (
    <fieldset className={style.month}>
      <legend>{t('common.filterWholeMonth')}</legend>
      <Select
        label={t('common.filterMonth')}
        value={month === undefined ? '' : String(month)}
        options={[{ value: '', label: '–' }, ...names]}
        onChange={({ target }) => choose({ year, month: target.value === '' ? undefined : Number(target.value) })}
      />
      <Select
        label={t('common.filterYear')}
        value={String(year)}
        options={years.map((value) => ({ value, label: value }))}
        onChange={({ target }) => choose({ year: Number(target.value), month })}
      />
    </fieldset>
  );
}
