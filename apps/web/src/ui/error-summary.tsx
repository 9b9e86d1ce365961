import { type MouseEvent, useId } from 'react';
import { useT } from '../lib/i18n.ts';
import style from './alert.module.css';
import own from './error-summary.module.css';
import { DangerIcon } from './icons.tsx';
import type { FormState } from './use-form.ts';

/**
 * The errors of a long form, each a link to its field. If several fields are wrong, the focus moves here, so that the
 * passenger hears how many there are and chooses where to begin.
 */
export function ErrorSummary({ wrong }: Pick<FormState, 'wrong'>) {
  const t = useT();
  const titleId = useId();
  if (wrong.length < 2) return null;
  const goTo = (event: MouseEvent<HTMLAnchorElement>, name: string): void => {
    event.preventDefault();
    event.currentTarget
      .closest('form')
      ?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
      ?.focus();
  };
  return (
    <section className={style.alert} data-tone="danger" aria-labelledby={titleId} tabIndex={-1} data-form-summary>
      <DangerIcon />
      <div className={style.body}>
        <p id={titleId} className={style.title}>
          {t('validation.summary', { count: wrong.length })}
        </p>
        <ul className={own.list}>
          {wrong.map(([name, error]) => (
            <li key={name}>
              <a href={`#${name}`} onClick={(event) => goTo(event, name)}>
                {error(t)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
