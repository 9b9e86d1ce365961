import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import style from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

export type EnterKeyHint = ComponentProps<'input'>['enterKeyHint'];

type Props = FieldTexts &
  Omit<ComponentProps<'input'>, 'id' | 'children'> & {
    /** A unit such as the currency, at the end of the box. */
    unit?: ReactNode;
  };

export function TextField({ label, help, error, unit, className, ...input }: Props) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className={unit === undefined ? undefined : style.withEnd}>
          <input type="text" {...input} {...control} className={classes(style.input, className)} />
          {unit !== undefined && <span className={classes(style.end, style.unit)}>{unit}</span>}
        </div>
      )}
    </Field>
  );
}
