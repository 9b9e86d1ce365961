import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import style from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

type Props = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'id' | 'children'> & {
    /** Stands below the box and is read out with its help, such as how much was typed. */
    note?: { readonly id: string; readonly text: ReactNode };
  };

/** A field of several lines, which grows with its text where the browser can do that. */
export function TextArea({ label, help, error, note, className, ...area }: Props) {
  return (
    <Field label={label} help={help} error={error}>
      {({ 'aria-describedby': described, ...control }) => (
        <>
          <textarea
            rows={5}
            {...area}
            {...control}
            aria-describedby={[described, note?.id].filter(Boolean).join(' ') || undefined}
            className={classes(style.input, style.area, className)}
          />
          {note && (
            <div className={style.help} id={note.id}>
              {note.text}
            </div>
          )}
        </>
      )}
    </Field>
  );
}
