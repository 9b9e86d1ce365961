import { type ComponentProps, useId } from 'react';
import style from './field.module.css';
import { FieldError, type FieldTexts, useControl } from './field.tsx';

type Props = FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'type' | 'children'>;

export function Checkbox({ label, help, error, ...input }: Props) {
  const id = useId();
  const control = useControl(id, { help, error });
  return (
    <div className={style.check}>
      {/* Chromium calls a required box invalid as long as it is empty. */}
      <input {...input} {...control} aria-invalid={error !== undefined} type="checkbox" className={style.box} />
      <label htmlFor={id}>{label}</label>
      {help !== undefined && (
        <div className={style.help} id={`${id}-help`}>
          {help}
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
