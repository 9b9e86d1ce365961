import type { ReactNode } from 'react';
import style from './badge.module.css';
import { DangerIcon, InfoIcon, SuccessIcon, WarningIcon } from './icons.tsx';

const icons = { neutral: undefined, info: InfoIcon, success: SuccessIcon, warning: WarningIcon, danger: DangerIcon };

/** A state in words, with a shape beside its colour. */
export function StatusText({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <span className={style.status} data-tone={tone}>
      {Icon && <Icon />}
      <span>{children}</span>
    </span>
  );
}

/** The meaning of a state for the person; the words say it, the tone only repeats it. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';
