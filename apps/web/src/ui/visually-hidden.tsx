import type { ReactNode } from 'react';
import style from './visually-hidden.module.css';

/** Words for a screen reader only; as a status they are read out when they change. */
export function VisuallyHidden({ role, children }: { role?: 'status'; children: ReactNode }) {
  return (
    <span role={role} className={style.hidden}>
      {children}
    </span>
  );
}
