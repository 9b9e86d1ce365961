import type { ComponentProps, ReactNode } from 'react';
import { ChevronDownIcon } from './area-icons.tsx';
import { classes } from './classes.ts';
import style from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

type Props = FieldTexts &
  Omit<ComponentProps<'select'>, 'id' | 'children'> & {
    options: readonly { readonly value: string; readonly label: ReactNode }[];
  };

export function Select({ label, help, error, options, ...select }: Props) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className={style.withEnd}>
          <select {...select} {...control} className={classes(style.input, style.select)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={classes(style.end, style.unit)}>
            <ChevronDownIcon />
          </span>
        </div>
      )}
    </Field>
  );
}
