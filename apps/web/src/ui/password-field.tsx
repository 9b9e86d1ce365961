import { type ComponentProps, useState } from 'react';
import { useT } from '../lib/i18n.ts';
import { buttonClass } from './button-class.ts';
import style from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import { EyeIcon, EyeOffIcon } from './icons.tsx';

type Props = FieldTexts &
  Omit<ComponentProps<'input'>, 'id' | 'type' | 'children' | 'autoComplete'> & {
    autoComplete: 'current-password' | 'new-password';
  };

/** Hidden while it is typed; a button shows it. Paste and password managers work. */
export function PasswordField({ label, help, error, ...input }: Props) {
  const [isShown, setShown] = useState(false);
  const t = useT();
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className={style.withEnd}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={style.input}
          />
          <span className={style.end}>
            <button
              type="button"
              className={buttonClass('icon')}
              aria-label={t('common.showPassword')}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? <EyeOffIcon /> : <EyeIcon />}
            </button>
          </span>
        </div>
      )}
    </Field>
  );
}
