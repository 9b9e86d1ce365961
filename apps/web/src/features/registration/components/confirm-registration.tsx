import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { errorText } from '../../../lib/errors.ts';
import { checkFields, required } from '../../../lib/form-check.ts';
import { type LazyText, useT } from '../../../lib/i18n.ts';
import { refusalFrom } from '../../../lib/refusal.ts';
import { LinkAgain } from '../../../passenger/link-again.tsx';
import { forgetLinkToken, linkToken } from '../../../passenger/link-token.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Form } from '../../../ui/form.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { confirmRegistration } from '../api/confirm-registration.ts';
import { HaveAccount } from './have-account.tsx';

type Props = {
  /** Signs in with the confirmed password and goes to the next screen; returns `false` if that is refused. */
  enter: (credentials: { email: string; password: string }) => Promise<boolean>;
};

type State = { is: 'asking' } | { is: 'done' } | { is: 'failed'; why: LazyText };

// Blanks around the password are not sent: see `currentPassword`.
const check = checkFields({ password: required });
/** The failures after which a corrected password or a second try may help. */
const correctable: readonly string[] = ['confirmation_password_incorrect', 'too_many_requests'];

/**
 * The link of the registration mail. Mail programs open links before people do, so the token is used only together with the
 * password, which then signs in as well.
 */
export function ConfirmRegistration({ enter }: Props) {
  const [token] = useState(() => linkToken('confirm-registration'));
  const [state, setState] = useState<State>({ is: 'asking' });
  if (state.is === 'done') return <Confirmed />;
  if (state.is === 'failed') return <Failed why={state.why} />;
  if (token === undefined) return <LinkAgain />;
  const handlePassword = async (password: string): Promise<void> => {
    const { email } = await confirmRegistration({ token, password });
    forgetLinkToken('confirm-registration');
    // The account exists; the sign-in screen asks for anything that sign-in needs beside the password.
    if (!(await enter({ email, password }))) setState({ is: 'done' });
  };
  return <AskPassword onPassword={handlePassword} onRefused={(why) => setState({ is: 'failed', why })} />;
}

type AskProps = { onPassword: (password: string) => Promise<void>; onRefused: (why: LazyText) => void };

function AskPassword({ onPassword, onRefused }: AskProps) {
  const t = useT();
  const form = useForm({
    check,
    send: ({ password }) => onPassword(password),
    refusal: (error) => {
      const isFinal = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isFinal && !correctable.includes(error.code)) {
        onRefused(errorText(error));
        return {};
      }
      return refusalFrom(error, {
        fields: { password: ['confirmation_password_incorrect'] },
        form: ['too_many_requests'],
      });
    },
  });
  return (
    <Screen title={t('register.confirmTitle')} intro={t('register.confirmIntro')} isNarrow>
      <Form state={form}>
        <PasswordField
          {...form.field('password')}
          label={t('common.password')}
          autoComplete="current-password"
          enterKeyHint="done"
          required
        />
        <Button type="submit" variant="primary" isWide isBusy={form.isPending}>
          {form.isPending ? t('register.confirming') : t('common.confirm')}
        </Button>
      </Form>
    </Screen>
  );
}

function Confirmed() {
  const t = useT();
  const signIn = (
    <Link to={pathOf('login')} className={buttonClass('primary')}>
      {t('register.login')}
    </Link>
  );
  return (
    <Outcome type="success" title={t('register.confirmedTitle')} action={signIn}>
      {t('register.confirmedText')}
    </Outcome>
  );
}

function Failed({ why }: { why: LazyText }) {
  const t = useT();
  const again = (
    <>
      <Link to={pathOf('register')} className={buttonClass('primary')}>
        {t('register.again')}
      </Link>
      <HaveAccount />
    </>
  );
  return (
    <Outcome type="danger" title={t('register.confirmFailedTitle')} action={again}>
      {why(t)}
    </Outcome>
  );
}
