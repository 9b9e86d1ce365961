import type { ReactNode } from 'react';
import style from './badge.module.css';
import type { Tone } from './tone.ts';

/** A short word about a thing: "Cap reached", "New". */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${style.badge} ${style[tone]}`}>{children}</span>;
}
