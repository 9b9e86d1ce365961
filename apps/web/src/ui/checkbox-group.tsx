import { type ReactNode, useId } from 'react';
import type { LazyText } from '../lib/i18n.ts';
import style from './field.module.css';
import { FieldError } from './field.tsx';

type Props = { label: ReactNode; error: LazyText | undefined; children: ReactNode };

/** Boxes of which some must be ticked. What is wrong with all of them together stands below them, and the group takes the focus. */
export function CheckboxGroup({ label, error, children }: Props) {
  const errorId = `${useId()}-error`;
  const refused = error && { tabIndex: -1, 'data-form-alert': '', 'aria-describedby': errorId };
  return (
    <fieldset className={style.field} {...refused}>
      <legend className={style.label}>{label}</legend>
      {children}
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}
