import { useEffect, useRef } from 'react';
import { errorText, handleError } from '../../../lib/errors.ts';
import { checkFields, type Reader } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import type { AskedCode } from '../../../passenger/sign-in-hand-over.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type Refusal, useForm } from '../../../ui/use-form.ts';
import style from './code-step.module.css';

/** Six digits, however they were grouped when pasted. */
const sixDigits: Reader<string> = (text) => {
  const code = text.replaceAll(/[\s-]/g, '');
  return /^\d{6}$/.test(code) ? { value: code } : { wrong: (t) => t('login.codeShape') };
};
const check = checkFields({ code: sixDigits });

function refusalOf(error: unknown, changeFirst: (token: string) => void): Refusal {
  const onForm = (): Refusal => ({ form: errorText(error) });
  const refusal = handleError<Refusal>(error, {
    sign_in_code_wrong: () => ({ fields: { code: errorText(error) } }),
    sign_in_code_expired: onForm,
    login_failed: onForm,
    password_change: ({ details: { resetToken } }) => {
      if (typeof resetToken !== 'string') return onForm();
      changeFirst(resetToken);
      return {};
    },
    too_many_requests: onForm,
  });
  return refusal ?? {};
}

type Props = {
  asked: AskedCode;
  onSignedIn: () => Promise<void>;
  /** The code was right and the password must be changed first. */
  onChangeFirst: (token: string) => void;
  onBack: () => void;
};

export function CodeStep({ asked: { ticket, email }, onSignedIn, onChangeFirst, onBack }: Props) {
  const t = useT();
  usePageTitle(t('login.codeTitle'));
  const state = useForm({
    check,
    send: async ({ code }) => {
      try {
        const { signInWithCode } = await import('../api/sign-in-with-code.ts');
        await signInWithCode({ ticket, code });
      } catch (error) {
        return refusalOf(error, onChangeFirst);
      }
      await onSignedIn();
      return undefined;
    },
  });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <>
      <h1 tabIndex={-1}>{t('login.codeTitle')}</h1>
      <Form state={state} alertTitle={t('login.failedTitle')}>
        <TextField
          {...state.field('code')}
          ref={input}
          className={style.code}
          label={t('login.codeLabel')}
          help={t('login.codeIntro', { email })}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
        <Button type="submit" variant="primary" isWide isBusy={state.isPending}>
          {t('login.codeSubmit')}
        </Button>
        <Button variant="quiet" isWide onClick={onBack}>
          {t('login.codeBack')}
        </Button>
      </Form>
    </>
  );
}
