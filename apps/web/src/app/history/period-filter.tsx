import type { ServiceDayRule } from '@tapfolio/domain/service-day.ts';
import { useId, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { CalendarIcon, ChevronDownIcon } from '../../ui/area-icons.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTimeRange } from '../../ui/date-time-range.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import type { OpenRange } from '../../ui/open-range.ts';
import { RangePresets } from '../../ui/range-presets.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import style from './history.module.css';
import { PeriodText } from './period-text.tsx';
import type { HistoryView } from './use-history.ts';

type Props = {
  history: Pick<HistoryView, 'range' | 'setRange'>;
  /** The time zone and the day cut of its days. */
  days: ServiceDayRule;
};

/** The period: it shows which one it is and opens on request, so the list comes first. On a wide page, presets are beside it. */
export function PeriodFilter({ history: { range, setRange }, days }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const apply = (next: OpenRange): void => {
    if (isOpen) close();
    setRange(next);
  };
  return (
    <Stack className={style.period} data-open={isOpen || undefined}>
      <Row>
        <Button
          ref={button}
          className={style.periodButton}
          aria-expanded={isOpen}
          aria-controls={isOpen ? formId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <CalendarIcon />
          <span>
            <VisuallyHidden>{t('cards.period')} </VisuallyHidden>
            <PeriodText range={range} days={days} />
          </span>
          <ChevronDownIcon className={isOpen ? style.turned : undefined} />
        </Button>
        <RangePresets value={range} days={days} onApply={apply} />
      </Row>
      {isOpen && (
        <div id={formId} className={style.periodForm}>
          {/* Another period, as by going back, ends the draft. */}
          <DateTimeRange key={`${range.from} ${range.to}`} value={range} days={days} onApply={apply} />
        </div>
      )}
    </Stack>
  );
}
