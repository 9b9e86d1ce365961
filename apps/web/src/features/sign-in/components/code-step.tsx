import { useEffect, useRef } from 'react';
import { checkFields, type Reader } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { loadInTime } from '../../../lib/load-in-time.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { type Refusal, refusalFrom } from '../../../lib/refusal.ts';
import type { AskedCode } from '../../../passenger/sign-in-hand-over.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { nextStepOf } from '../next-step.ts';
import style from './code-step.module.css';

/** Six digits, with or without separators. */
const sixDigits: Reader<string> = (text) => {
  const code = text.replaceAll(/[\s-]/g, '');
  return /^\d{6}$/.test(code) ? { value: code } : { wrong: (t) => t('login.codeShape') };
};
const check = checkFields({ code: sixDigits });

const refusalOf = (error: unknown): Refusal =>
  refusalFrom(error, {
    fields: { code: ['sign_in_code_wrong'] },
    form: ['sign_in_code_expired', 'login_failed', 'password_change', 'too_many_requests'],
  });

type Props = {
  asked: AskedCode;
  onSignedIn: () => Promise<void>;
  /** The code was right and the password must be changed first. */
  onChangeFirst: (token: string) => Promise<void>;
  onBack: () => void;
};

export function CodeStep({ asked: { ticket, email }, onSignedIn, onChangeFirst, onBack }: Props) {
  const t = useT();
  usePageTitle(t('login.codeTitle'));
  const form = useForm({
    check,
    send: async ({ code }) => {
      try {
        const { signInWithCode } = await loadInTime(() => import('../api/sign-in-with-code.ts'));
        await signInWithCode({ ticket, code });
      } catch (error) {
        const step = nextStepOf(error);
        if (step?.is === 'change') return await onChangeFirst(step.token);
        throw error;
      }
      await onSignedIn();
    },
    refusal: refusalOf,
  });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <>
      <h1 tabIndex={-1}>{t('login.codeTitle')}</h1>
      <Form state={form} alertTitle={t('login.failedTitle')}>
        <TextField
          {...form.field('code')}
          ref={input}
          className={style.code}
          label={t('login.codeLabel')}
          help={t('login.codeIntro', { email })}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          required
        />
        <Button type="submit" variant="primary" isWide isBusy={form.isPending}>
          {t('login.codeSubmit')}
        </Button>
        <Button variant="quiet" isWide onClick={onBack}>
          {t('login.codeBack')}
        </Button>
      </Form>
    </>
  );
}
