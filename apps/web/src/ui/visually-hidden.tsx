import type { ReactNode } from 'react';
import style from './visually-hidden.module.css';

/** Words for a screen reader only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={style.hidden}>{children}</span>;
}
