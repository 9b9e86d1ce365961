import { useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useMediaQuery, wide } from '../../lib/use-media-query.ts';
import { CalendarIcon, ChevronDownIcon } from '../../ui/area-icons.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTimeRange } from '../../ui/date-time-range.tsx';
import style from './history.module.css';
import type { History } from './use-history.ts';

/** The period: in full where there is room; on a phone it says what it is and opens on request, so the list comes first. */
export function PeriodFilter({ history }: { history: Pick<History, 'range' | 'setRange'> }) {
  const t = useT();
  const { timeZone } = usePortalConfig();
  const isWide = useMediaQuery(wide);
  const [isOpen, setOpen] = useState(false);
  const picker = (
    <DateTimeRange label={t('cards.period')} value={history.range} timeZone={timeZone} onChange={history.setRange} />
  );
  if (isWide) return picker;
  return (
    <div className={style.period}>
      <Button className={style.periodButton} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <CalendarIcon />
        <PeriodText history={history} />
        <ChevronDownIcon className={isOpen ? style.turned : undefined} />
      </Button>
      {isOpen && picker}
    </div>
  );
}

/** The end of the period stands outside it; people say its last minute. */
const minuteMs = 60_000;

function PeriodText({ history }: { history: Pick<History, 'range'> }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  const { from, to } = history.range;
  const first = from && formats.date(from, timeZone);
  const last = to && formats.date(new Date(Date.parse(to) - minuteMs).toISOString(), timeZone);
  if (first && last) return <span>{t('cards.periodFromTo', { from: first, to: last })}</span>;
  if (first) return <span>{t('cards.periodFrom', { from: first })}</span>;
  return <span>{last ? t('cards.periodTo', { to: last }) : t('cards.periodAny')}</span>;
}
