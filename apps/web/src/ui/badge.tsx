import type { ReactNode } from 'react';
import style from './badge.module.css';
import type { Tone } from './status-text.tsx';

/** A short label of a thing: "This device", "On". */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={style.badge} data-tone={tone}>
      {children}
    </span>
  );
}
