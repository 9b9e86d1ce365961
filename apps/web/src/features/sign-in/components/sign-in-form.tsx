import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useEffect, useRef } from 'react';
import { faultCodes } from '../../../lib/errors.ts';
import { checkFields, required, typedTexts } from '../../../lib/form-check.ts';
import { type T, useT } from '../../../lib/i18n.ts';
import { loadInTime } from '../../../lib/load-in-time.ts';
import { type Refusal, refusalFrom } from '../../../lib/refusal.ts';
import { type AskedCode, keepTypedAddress } from '../../../passenger/sign-in-hand-over.ts';
import { WhomToAsk } from '../../../passenger/whom-to-ask.tsx';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Form } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { nextStepOf } from '../next-step.ts';
import style from './sign-in.module.css';

// Blanks around the password are not sent: see `currentPassword`.
const check = checkFields({ email: required, password: required });

/** What the form says for each outcome of spec section 4; an unknown address and a wrong password look alike. */
const refusalOf = (error: unknown): Refusal =>
  refusalFrom(error, {
    form: [
      'login_failed',
      'user_locked',
      'user_not_active',
      'user_expired',
      'password_change',
      'too_many_requests',
      'unavailable',
      ...faultCodes,
    ],
    ask: ['user_not_active', 'user_expired', ...faultCodes],
    words: Object.fromEntries(faultCodes.map((code) => [code, (t: T) => t('login.unexpected')])),
  });

type Steps = {
  onSignedIn: () => Promise<void>;
  /** The password was right and a code was sent by mail. */
  onCodeAsked: (asked: AskedCode) => Promise<void>;
  /** The password was right and must be changed first, with this token. */
  onChangeFirst: (token: string) => Promise<void>;
};

type Credentials = { email: string; password: string };

/** Signs in, or continues with what the server asks for first. */
async function signInOrGoOn(
  credentials: Credentials,
  { onSignedIn, onCodeAsked, onChangeFirst }: Steps,
): Promise<void> {
  try {
    const { signIn } = await loadInTime(() => import('../api/sign-in.ts'));
    await signIn(credentials);
  } catch (error) {
    const step = nextStepOf(error);
    if (step?.is === 'change') return await onChangeFirst(step.token);
    if (step?.is === 'code') return await onCodeAsked({ ticket: step.ticket, email: credentials.email });
    throw error;
  }
  await onSignedIn();
}

type Props = Steps & {
  /** The first value of the address field, for a passenger who comes back from the code. */
  email: string | undefined;
};

export function SignInForm({ email, ...steps }: Props) {
  const t = useT();
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (email !== undefined) password.current?.focus();
  }, [email]);
  const form = useForm({
    check,
    send: (credentials) => signInOrGoOn(credentials, steps),
    refusal: refusalOf,
  });
  const handleForgotten = (): void => {
    const typed = form.attributes.ref.current;
    if (typed) keepTypedAddress(typedTexts(new FormData(typed)).email ?? '');
  };
  return (
    <Form state={form} alertTitle={t('login.failedTitle')} whomToAsk={<WhomToAsk />}>
      <TextField
        {...form.field('email')}
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
        {...form.field('password')}
        ref={password}
        label={t('common.password')}
        autoComplete="current-password"
        enterKeyHint="go"
        required
      />
      <Button type="submit" variant="primary" isWide isBusy={form.isPending}>
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
