import { type ReactNode, useId } from 'react';
import type { LazyText } from '../lib/i18n.ts';
import { useT } from '../lib/i18n.ts';
import style from './field.module.css';
import { DangerIcon } from './icons.tsx';

/** The attributes that connect a control to its label, help and error. */
export type ControlProps = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

export type FieldTexts = {
  label: ReactNode;
  help?: ReactNode;
  error?: LazyText | undefined;
};

type Props = FieldTexts & { children: (control: ControlProps) => ReactNode };

/** Label above, help before the control, error below it with an icon and words. */
export function Field({ label, help, error, children }: Props) {
  const id = useId();
  const control = useControl(id, { help, error });
  return (
    <div className={style.field}>
      <label className={style.label} htmlFor={id}>
        {label}
      </label>
      {help !== undefined && (
        <div className={style.help} id={`${id}-help`}>
          {help}
        </div>
      )}
      {children(control)}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

export function useControl(id: string, { help, error }: Pick<FieldTexts, 'help' | 'error'>): ControlProps {
  const described = [help !== undefined && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined };
}

export function FieldError({ id, error }: { id: string; error: LazyText | undefined }) {
  const t = useT();
  if (!error) return null;
  return (
    <p className={style.error} id={id}>
      <DangerIcon />
      <span>{error(t)}</span>
    </p>
  );
}
