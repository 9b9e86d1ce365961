import type { ReactNode } from 'react';
import style from './badge.module.css';
import { DangerIcon, InfoIcon, SuccessIcon, WarningIcon } from './icons.tsx';
import type { Tone } from './tone.ts';

const looks = {
  neutral: { className: style.statusNeutral, Icon: undefined },
  info: { className: style.statusInfo, Icon: InfoIcon },
  success: { className: style.statusSuccess, Icon: SuccessIcon },
  warning: { className: style.statusWarning, Icon: WarningIcon },
  danger: { className: style.statusDanger, Icon: DangerIcon },
} as const;

/** A state in words, with a shape beside its colour. */
export function StatusText({ tone, children }: { tone: Tone; children: ReactNode }) {
  const { className, Icon } = looks[tone];
  return (
    <span className={`${style.status} ${className}`}>
      {Icon && <Icon />}
      <span>{children}</span>
    </span>
  );
}
