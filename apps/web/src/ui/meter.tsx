import type { CSSProperties } from 'react';
import style from './meter.module.css';

type Props = {
  value: number;
  /** The value at which it is full; more is shown as full. */
  most: number;
  /** Shows it full, whatever the value is. */
  isFull?: boolean;
  /** The id of the words that say the same: a screen reader reads them. */
  labelledBy: string;
};

/** A bar that is filled as far as a value is of the most it can be. The words beside it say the same. */
export function Meter({ value, most, isFull = false, labelledBy }: Props) {
  const share = isFull ? 1 : Math.min(1, Math.max(0, value / most));
  return (
    <meter
      min={0}
      max={1}
      value={share}
      aria-labelledby={labelledBy}
      className={style.meter}
      // Custom properties are no known keys of CSSProperties.
      style={{ '--share': share } as CSSProperties}
    />
  );
}
