import { readTypedDay } from '@tapfolio/locales/typed-date.ts';
import { useRef } from 'react';
import type { LazyText } from '../lib/i18n.ts';
import { useLocale } from '../lib/i18n.ts';
import { CalendarIcon } from './area-icons.tsx';
import { Button } from './button.tsx';
import style from './date-time-range.module.css';
import fieldStyle from './field.module.css';
import { Field } from './field.tsx';

type Props = {
  name: string;
  label: string;
  help: string;
  error: LazyText | undefined;
  defaultValue: string | undefined;
  /** The name of the button that opens the browser's calendar. */
  calendarLabel: string;
  /** A day from the calendar, `YYYY-MM-DD`. */
  onPicked: (day: string) => void;
};

/**
 * A day that is typed in the page's language, with the browser's own calendar behind a button. The browser's date field
 * alone would use the browser's language and not the page's.
 */
export function DayField({ name, label, help, error, defaultValue, calendarLabel, onPicked }: Props) {
  const locale = useLocale();
  const typed = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const open = (): void => {
    if (!calendar.current) return;
    calendar.current.value = readTypedDay(typed.current?.value ?? '', locale) ?? '';
    calendar.current.showPicker();
  };
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className={fieldStyle.withEnd}>
          <input
            {...control}
            type="text"
            name={name}
            ref={typed}
            className={fieldStyle.input}
            defaultValue={defaultValue}
            autoComplete="off"
          />
          <span className={fieldStyle.end}>
            <input
              type="date"
              ref={calendar}
              className={style.calendar}
              tabIndex={-1}
              aria-hidden="true"
              onChange={(event) => event.target.value && onPicked(event.target.value)}
            />
            <Button variant="icon" aria-label={calendarLabel} onClick={open}>
              <CalendarIcon />
            </Button>
          </span>
        </div>
      )}
    </Field>
  );
}
