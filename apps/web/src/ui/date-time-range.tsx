import type { ServiceDayRule } from '@tapfolio/domain/service-day.ts';
import { dateHint, formatShortDay } from '@tapfolio/locales/formats.ts';
import { useMemo, useState } from 'react';
import { useLocale, useT } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import style from './date-time-range.module.css';
import { DayField } from './day-field.tsx';
import { Form } from './form.tsx';
import { FormActions } from './form-actions.tsx';
import { endsOf, isWholeDays, type OpenRange, openRangeCheck } from './open-range.ts';
import { TextField } from './text-field.tsx';
import { type FormState, useForm } from './use-form.ts';
import { WholeMonth } from './whole-month.tsx';

type Props = {
  value: OpenRange;
  /** The time zone and the day cut, usually the operator's. */
  days: ServiceDayRule;
  onApply: (range: OpenRange) => void;
};

/**
 * A from-to filter: typed in the format of the page's language, filled in by month, or picked in the browser's own
 * calendar. It stays a draft until it is applied, and it can be applied only if it is valid.
 */
export function DateTimeRange({ value, days, onApply }: Props) {
  const t = useT();
  const locale = useLocale();
  const [hasTimes, setHasTimes] = useState(!isWholeDays(value, days));
  const check = useMemo(() => openRangeCheck(locale, days), [locale, days]);
  const form = useForm({
    check,
    send: async (range) => onApply(range),
  });
  return (
    <Form state={form}>
      <RangeEnds ends={endsOf(value, days)} hasTimes={hasTimes} form={form} />
      <WholeMonth
        days={days}
        onChosen={(first, last) => {
          fill(form, 'fromDay', formatShortDay(first, locale));
          fill(form, 'toDay', formatShortDay(last, locale));
        }}
      />
      <Checkbox
        name="hasTimes"
        label={t('common.filterTimes')}
        checked={hasTimes}
        onChange={(event) => setHasTimes(event.target.checked)}
      />
      <FormActions>
        <Button type="submit" variant="primary">
          {t('common.filterApply')}
        </Button>
        {(value.from || value.to) && (
          <Button variant="quiet" onClick={() => onApply({})}>
            {t('common.filterReset')}
          </Button>
        )}
      </FormActions>
    </Form>
  );
}

type EndsProps = Pick<EndProps, 'hasTimes' | 'form'> & { ends: Partial<Record<'from' | 'to', EndProps['clock']>> };

/** The fields of the first and the last day, with their times if wanted. */
export function RangeEnds({ ends, hasTimes, form }: EndsProps) {
  return (
    <div className={style.ends}>
      {(['from', 'to'] as const).map((side) => (
        <End key={side} side={side} clock={ends[side]} hasTimes={hasTimes} form={form} />
      ))}
    </div>
  );
}

/** Writes into a field as if the passenger had typed it, so that the form checks it again. */
function fill({ attributes }: FormState, name: string, text: string): void {
  const field = attributes.ref.current?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

type EndProps = {
  side: 'from' | 'to';
  clock: { readonly day: string; readonly time?: string | undefined } | undefined;
  hasTimes: boolean;
  form: FormState;
};

const words = {
  from: { day: 'common.filterFrom', time: 'common.filterFromTime', calendar: 'common.filterFromCalendar' },
  to: { day: 'common.filterTo', time: 'common.filterToTime', calendar: 'common.filterToCalendar' },
} as const;

function End({ side, clock, hasTimes, form }: EndProps) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className={style.end}>
      <DayField
        {...form.field(`${side}Day`)}
        label={t(words[side].day)}
        help={dateHint(locale)}
        calendarLabel={t(words[side].calendar)}
        defaultValue={clock && formatShortDay(clock.day, locale)}
        onPicked={(day) => fill(form, `${side}Day`, formatShortDay(day, locale))}
      />
      {hasTimes && (
        <TextField
          {...form.field(`${side}Time`)}
          label={t(words[side].time)}
          help="00:00 – 23:59"
          defaultValue={clock?.time}
          autoComplete="off"
        />
      )}
    </div>
  );
}
