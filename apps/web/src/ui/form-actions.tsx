import type { ReactNode } from 'react';
import style from './form-actions.module.css';

/** The buttons of a form or a dialog; the one that continues is the first in a form and the last in a dialog. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={style.actions}>{children}</div>;
}
