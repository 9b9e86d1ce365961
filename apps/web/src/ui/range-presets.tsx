import type { Locale } from '@tapfolio/domain/locale.ts';
import { type Preset, presetRange, presets, type ServiceDayRule } from '@tapfolio/domain/service-day.ts';
import { weekStart } from '@tapfolio/locales/formats.ts';
import { useLocale, useT } from '../lib/i18n.ts';
import { serverNow } from '../lib/server-clock.ts';
import { useServiceDay } from '../lib/use-service-day.ts';
import { Button } from './button.tsx';
import style from './date-time-range.module.css';
import type { OpenRange } from './open-range.ts';

function rangeOf(preset: Preset, days: ServiceDayRule, locale: Locale): Required<OpenRange> {
  return presetRange(preset, new Date(serverNow()), days, weekStart(locale));
}

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && Date.parse(one) === Date.parse(other);

type Props = { value: OpenRange; days: ServiceDayRule; onApply: (range: OpenRange) => void };

/** The ready-made ranges; one press applies one. */
export function RangePresets({ value, days, onApply }: Props) {
  const t = useT();
  const locale = useLocale();
  // Yesterday's "Today" is not pressed any more.
  useServiceDay(days);
  return (
    <fieldset className={style.presets} aria-label={t('common.filter')}>
      {presets.map((preset) => {
        const range = rangeOf(preset, days, locale);
        return (
          <Button
            key={preset}
            aria-pressed={isSame(range.from, value.from) && isSame(range.to, value.to)}
            className={style.preset}
            // The page may have been open since yesterday.
            onClick={() => onApply(rangeOf(preset, days, locale))}
          >
            {t(`common.preset.${preset}`)}
          </Button>
        );
      })}
    </fieldset>
  );
}
