import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useEffect, useRef } from 'react';
import { handleError } from '../../../lib/errors.ts';
import { checkFields, required, secret, typedTexts } from '../../../lib/form-check.ts';
import type { LazyText } from '../../../lib/i18n.ts';
import { useT } from '../../../lib/i18n.ts';
import { type AskedCode, keepTypedAddress } from '../../../passenger/sign-in-hand-over.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Form } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type Refusal, useForm } from '../../../ui/use-form.ts';
import style from './login.module.css';

const check = checkFields({ email: required, password: secret });

const says = (form: LazyText) => (): Refusal => ({ form });

type Next = { changeFirst: (token: string) => void; askCode: (ticket: string) => void };

/** What the form says for each outcome of spec section 4; an unknown address and a wrong password look alike. */
function refusalOf(error: unknown, { changeFirst, askCode }: Next): Refusal {
  const refusal = handleError(error, {
    login_failed: says((t) => t('errors.login_failed')),
    user_locked: says((t) => t('errors.user_locked')),
    password_change: ({ details: { resetToken } }) => {
      if (typeof resetToken !== 'string') return { form: (t) => t('errors.password_change') };
      changeFirst(resetToken);
      return {};
    },
    second_factor_required: ({ details: { ticket } }) => {
      if (typeof ticket === 'string') askCode(ticket);
      return {};
    },
    user_not_active: says((t) => t('errors.user_not_active')),
    user_expired: says((t) => t('errors.user_expired')),
    too_many_requests: says((t) => t('errors.too_many_requests')),
    internal_error: says((t) => t('login.unexpected')),
  });
  return refusal ?? {};
}

export type LoginFormProps = {
  /** What stands in the form at first: the address of whoever comes back to it. */
  email: string | undefined;
  onSignedIn: () => Promise<void>;
  /** The password was right and a code is on its way by mail. */
  onCodeAsked: (asked: AskedCode) => void;
  /** The password was right and must be changed first, with this token. */
  onChangeFirst: (token: string) => void;
};

export function LoginForm({ email, onSignedIn, onCodeAsked, onChangeFirst }: LoginFormProps) {
  const t = useT();
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (email !== undefined) password.current?.focus();
  }, [email]);
  const state = useForm({
    check,
    send: async (credentials) => {
      try {
        const { signIn } = await import('../api/sign-in.ts');
        await signIn(credentials);
      } catch (error) {
        return refusalOf(error, {
          changeFirst: onChangeFirst,
          askCode: (ticket) => onCodeAsked({ ticket, email: credentials.email }),
        });
      }
      await onSignedIn();
      return undefined;
    },
  });
  const handleForgotten = (): void => {
    const form = state.form.ref.current;
    if (form) keepTypedAddress(typedTexts(new FormData(form)).email ?? '');
  };
  return (
    <Form state={state} alertTitle={t('login.failedTitle')}>
      <TextField
        {...state.field('email')}
        label={t('common.email')}
        type="email"
        defaultValue={email}
        autoComplete="username webauthn"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordField
        {...state.field('password')}
        ref={password}
        label={t('common.password')}
        autoComplete="current-password"
        required
      />
      <Button type="submit" variant="primary" isWide isBusy={state.isPending}>
        {t('login.submit')}
      </Button>
      <p className={style.forgot}>
        <Link to={pathOf('reset-password')} className={buttonClass('link')} onClick={handleForgotten}>
          {t('login.forgot')}
        </Link>
      </p>
    </Form>
  );
}
