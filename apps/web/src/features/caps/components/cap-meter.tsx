import type { CapProgressDto } from '@tapfolio/contracts/caps.ts';
import { useId } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Quiet, Stack } from '../../../ui/layout.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { capText, notesOf } from '../cap-texts.ts';
import { isUsed, type ShownCap } from '../shown-caps.ts';
import style from './caps.module.css';

type Props = {
  shown: ShownCap;
  /** Whether the card is named. */
  isNamed: boolean;
};

/** How far a card is from a cap, in figures and in words. Before the first trip there is no meter. */
export function CapMeter({ shown, isNamed }: Props) {
  const t = useT();
  const formats = useFormats();
  const headId = useId();
  const { card, cap } = shown;
  const isBegun = isUsed(shown);
  return (
    <Stack gap={2}>
      <p id={headId} className={style.head}>
        <span>
          {isNamed && isBegun && <strong>{card.cardName} </strong>}
          <Time cap={cap} />
        </span>
        {isBegun && (
          <span className={style.figure}>
            {t('caps.paidOf', { paid: formats.money(cap.paid), cap: formats.money(cap.amount) })}
          </span>
        )}
      </p>
      {isBegun && (
        <Meter
          value={cap.paid.amountMinor}
          most={cap.amount.amountMinor}
          isFull={cap.state === 'reached'}
          labelledBy={headId}
        />
      )}
      <p>{capText(cap, t, formats)}</p>
      {notesOf(cap, t, formats).map((note) => (
        <Quiet key={note}>{note}</Quiet>
      ))}
    </Stack>
  );
}

/** For which time and which trips a cap is. */
function Time({ cap }: { cap: CapProgressDto }) {
  const t = useT();
  const formats = useFormats();
  const until = cap.period === 'day' ? formats.time(cap.to, cap.timeZone) : formats.date(cap.to, cap.timeZone);
  const types = cap.transportTypes?.map((type) => t(`common.transportType.${type}`)) ?? [];
  const parts = [cap.name, cap.operator, ...types].filter((part) => part !== null);
  return (
    <>
      {t(`caps.period_${cap.period}`, { until })}
      {parts.map((part) => (
        <span key={part} className={style.part}>
          {part}
        </span>
      ))}
    </>
  );
}
