import type { ReactNode } from 'react';
import style from './field-group.module.css';

/** Fields of a form that belong together, under a title of their own. */
export function FieldGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={style.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
