import { now, parseAbsolute, type ZonedDateTime } from '@internationalized/date';
import { type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';
import { type Preset, presetRange, presets } from '@tapfolio/domain/service-day.ts';
import { weekStart } from '@tapfolio/locales/formats.ts';
import { DateInput, DateRangePicker, DateSegment, Group, Label, Popover } from 'react-aria-components/DateRangePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Button, CalendarCell, CalendarGrid, RangeCalendar } from 'react-aria-components/RangeCalendar';
import { useLocale, useT } from '../lib/i18n.ts';
import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon } from './area-icons.tsx';
import { Button as PlainButton } from './button.tsx';
import { buttonClass } from './button-class.ts';
import style from './date-time-range.module.css';
import type { DateTimeRangeProps, Range } from './date-time-range.tsx';

/** Presets are whole calendar days here: the filter's hours can be changed to the service day's by whoever wants that. */
function rangeOf(preset: Preset, timeZone: string, locale: Locale): Required<Range> {
  return presetRange(preset, new Date(), { timeZone, dayCut: '00:00' }, weekStart(locale));
}

function presetOf({ from, to }: Range, timeZone: string, locale: Locale): Preset | undefined {
  return presets.find((preset) => {
    const range = rangeOf(preset, timeZone, locale);
    return range.from === from && range.to === to;
  });
}

type Picked = { start: ZonedDateTime; end: ZonedDateTime };

/** The last minute is shown and typed; the range ends with the minute after it. */
function toPicked({ from, to }: Range, timeZone: string): Picked | null {
  if (!from || !to) return null;
  return { start: parseAbsolute(from, timeZone), end: parseAbsolute(to, timeZone).subtract({ minutes: 1 }) };
}

const toRange = (picked: Picked | null): Range =>
  picked ? { from: picked.start.toAbsoluteString(), to: picked.end.add({ minutes: 1 }).toAbsoluteString() } : {};

export function DateTimeRangePicker({ label, value, timeZone, onChange }: DateTimeRangeProps) {
  const t = useT();
  const locale = useLocale();
  const pressed = presetOf(value, timeZone, locale);
  return (
    <div className={style.range}>
      <I18nProvider locale={toBcp47(locale)}>
        <DateRangePicker
          className={style.picker ?? ''}
          granularity="minute"
          hourCycle={24}
          hideTimeZone
          shouldForceLeadingZeros
          validationBehavior="aria"
          placeholderValue={now(timeZone).set({ hour: 0, minute: 0, second: 0, millisecond: 0 })}
          value={toPicked(value, timeZone)}
          onChange={(picked) => onChange(toRange(picked))}
        >
          <Label className={style.label ?? ''}>{label}</Label>
          <Group className={style.group ?? ''}>
            <div className={style.inputs}>
              <Segments slot="start" />
              <span aria-hidden="true">–</span>
              <Segments slot="end" />
            </div>
            <Button className={buttonClass('icon')}>
              <CalendarIcon />
            </Button>
          </Group>
          <CalendarPopover />
        </DateRangePicker>
      </I18nProvider>
      <fieldset className={style.presets} aria-label={t('common.filter')}>
        {presets.map((preset) => (
          <PlainButton
            key={preset}
            aria-pressed={preset === pressed}
            className={style.preset}
            onClick={() => onChange(rangeOf(preset, timeZone, locale))}
          >
            {t(`common.preset.${preset}`)}
          </PlainButton>
        ))}
        {(value.from || value.to) && (
          <PlainButton variant="quiet" onClick={() => onChange({})}>
            {t('common.filterReset')}
          </PlainButton>
        )}
      </fieldset>
    </div>
  );
}

function Segments({ slot }: { slot: 'start' | 'end' }) {
  return (
    <DateInput slot={slot} className={style.input ?? ''}>
      {(segment) => <DateSegment segment={segment} className={style.segment ?? ''} />}
    </DateInput>
  );
}

function CalendarPopover() {
  return (
    <Popover className={style.popover ?? ''}>
      <Dialog className={style.dialog ?? ''}>
        <RangeCalendar>
          <header className={style.calendarHead}>
            <Button slot="previous" className={buttonClass('icon')}>
              <ChevronLeftIcon />
            </Button>
            <Heading className={style.month ?? ''} />
            <Button slot="next" className={buttonClass('icon')}>
              <ChevronRightIcon />
            </Button>
          </header>
          <CalendarGrid className={style.grid ?? ''}>
            {(date) => <CalendarCell date={date} className={style.day ?? ''} />}
          </CalendarGrid>
        </RangeCalendar>
      </Dialog>
    </Popover>
  );
}
