import { Link, useNavigate } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useState } from 'react';
import { confirmRegistration } from '../../features/registration/api/confirm-registration.ts';
import { signIn } from '../../features/sign-in/api/sign-in.ts';
import { ApiError } from '../../lib/api-error.ts';
import { errorText, handleError } from '../../lib/errors.ts';
import { checkFields, secret } from '../../lib/form-check.ts';
import { type LazyText, useT } from '../../lib/i18n.ts';
import { LinkAgain } from '../../passenger/link-again.tsx';
import { forgetLinkToken, linkToken } from '../../passenger/link-token.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Form } from '../../ui/form.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type Refusal, useForm } from '../../ui/use-form.ts';

type State = { is: 'asking' } | { is: 'done' } | { is: 'failed'; why: LazyText };

const check = checkFields({ password: secret });

export function ConfirmRegistrationScreen() {
  const [token] = useState(() => linkToken('confirm-registration'));
  return token === undefined ? <LinkAgain /> : <ConfirmRegistration token={token} />;
}

/**
 * Mail programs open links ahead of people, so the token is used only with the password; with that whoever confirms is
 * signed in as well.
 */
function ConfirmRegistration({ token }: { token: string }) {
  const t = useT();
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ is: 'asking' });
  const form = useForm({
    check,
    send: async ({ password }) => {
      const confirmed = await confirmRegistration({ token, password }).catch(refusalOf);
      if ('why' in confirmed) setState({ is: 'failed', why: confirmed.why });
      if (!('email' in confirmed)) return confirmed.refusal;
      forgetLinkToken('confirm-registration');
      try {
        await signIn({ email: confirmed.email, password });
        await navigate({ to: pathOf('passenger-area'), replace: true });
      } catch {
        // The account is there; what its sign-in asks for beside is said by the sign-in screen.
        setState({ is: 'done' });
      }
      return undefined;
    },
  });
  if (state.is === 'done') return <Confirmed />;
  if (state.is === 'failed') return <Failed why={state.why} />;
  return (
    <Screen title={t('register.confirmTitle')} intro={t('register.confirmIntro')} isNarrow>
      <Form state={form}>
        <PasswordField
          {...form.field('password')}
          label={t('common.password')}
          autoComplete="current-password"
          required
        />
        <Button type="submit" variant="primary" isWide isBusy={form.isPending}>
          {form.isPending ? t('register.confirming') : t('common.confirm')}
        </Button>
      </Form>
    </Screen>
  );
}

/** Only what a mended password or a second try cannot change is the end of it. */
function refusalOf(error: unknown): { refusal: Refusal; why?: LazyText } {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  if (!isRefused) {
    handleError(error);
    return { refusal: {} };
  }
  if (error.code === 'confirmation_password_incorrect') return { refusal: { fields: { password: errorText(error) } } };
  if (error.code === 'too_many_requests') return { refusal: { form: errorText(error) } };
  return { refusal: {}, why: errorText(error) };
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
      <p>
        {t('register.haveAccount')} <Link to={pathOf('login')}>{t('register.login')}</Link>
      </p>
    </>
  );
  return (
    <Outcome type="danger" title={t('register.confirmFailedTitle')} action={again}>
      {why(t)}
    </Outcome>
  );
}
