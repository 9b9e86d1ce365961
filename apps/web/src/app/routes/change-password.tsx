import { Link, useRouter } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useCallback, useEffect, useState } from 'react';
import { getPasswordRules, type NewPasswordTerms } from '../../features/passwords/api/get-password-rules.ts';
import { NewPasswordForm } from '../../features/passwords/components/new-password-form.tsx';
import { signIn } from '../../features/sign-in/api/sign-in.ts';
import { ApiError } from '../../lib/api-error.ts';
import { errorText, traceIdOf } from '../../lib/errors.ts';
import { type LazyText, useT } from '../../lib/i18n.ts';
import { notify } from '../../lib/notices.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { LinkAgain } from '../../passenger/link-again.tsx';
import { forgetLinkToken, linkToken } from '../../passenger/link-token.ts';
import { forgetChangeDue, isForSignIn, keepAskedCode } from '../../passenger/sign-in-hand-over.ts';
import { takeWishedPage } from '../../passenger/wished-page.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type State =
  | { is: 'loading' }
  | { is: 'ready'; terms: NewPasswordTerms }
  | { is: 'changed' }
  | { is: 'failed'; error: unknown }
  | { is: 'refused'; why: LazyText };

/** The server knows the link and does not take it; anything else may go better at the next try. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'too_many_requests';

const linkRefused: LazyText = (t) => t('errors.password_reset_token_invalid');

export function ChangePasswordScreen() {
  const [token] = useState(() => linkToken('change-password'));
  if (token !== undefined) return <ChangePassword token={token} />;
  return (
    <LinkAgain>
      <NewLink />
    </LinkAgain>
  );
}

function ChangePassword({ token }: { token: string }) {
  const t = useT();
  const router = useRouter();
  const { contextWords } = usePortalConfig().passwordRules;
  const [state, setState] = useState<State>({ is: 'loading' });
  const refuse = (why: LazyText): void => {
    forgetLinkToken('change-password');
    setState({ is: 'refused', why });
  };
  const load = useCallback(() => {
    getPasswordRules(token).then(
      (terms) => setState({ is: 'ready', terms }),
      (error: unknown) =>
        setState(isRefusal(error) ? { is: 'refused', why: errorText(error) } : { is: 'failed', error }),
    );
  }, [token]);
  useEffect(load, [load]);
  const handleChanged = async (credentials: Credentials): Promise<void> => {
    forgetLinkToken('change-password');
    forgetChangeDue();
    const entry = await enter(credentials);
    if (entry === 'refused') return setState({ is: 'changed' });
    notify({ type: 'success', title: (text) => text('password.changedTitle'), uniqId: 'session' });
    router.history.replace(entry === 'asked' ? pathOf('login') : (takeWishedPage() ?? pathOf('passenger-area')));
  };
  if (state.is === 'changed') return <Changed />;
  if (state.is === 'refused') return <Refused why={state.why} />;
  return (
    <Screen title={t('password.changeTitle')} {...(isForSignIn() && { intro: t('errors.password_change') })} isNarrow>
      {state.is === 'loading' ? (
        <Skeleton lines={4} />
      ) : state.is === 'failed' ? (
        <ErrorState traceId={traceIdOf(state.error)} onRetry={load}>
          {errorText(state.error)(t)}
        </ErrorState>
      ) : (
        <NewPasswordForm
          token={token}
          terms={{ ...state.terms, rules: { ...state.terms.rules, contextWords } }}
          onChanged={(credentials) => void handleChanged(credentials)}
          onLinkRefused={() => refuse(linkRefused)}
        />
      )}
    </Screen>
  );
}

type Credentials = { email: string; password: string };
type Entry = 'in' | 'asked' | 'refused';

/**
 * Whoever has just chosen the password is signed in with it as anybody is, or asked for the code that belongs to every
 * password: the link alone opens nothing.
 */
async function enter(credentials: Credentials): Promise<Entry> {
  try {
    await signIn(credentials);
    return 'in';
  } catch (error) {
    const ticket = error instanceof ApiError && error.code === 'second_factor_required' && error.details.ticket;
    if (typeof ticket !== 'string') return 'refused';
    keepAskedCode({ ticket, email: credentials.email });
    return 'asked';
  }
}

function Changed() {
  const t = useT();
  const signIn = (
    <Link to={pathOf('login')} className={buttonClass('primary')}>
      {t('login.submit')}
    </Link>
  );
  return (
    <Outcome type="success" title={t('password.changedTitle')} action={signIn}>
      {t('password.changedText')}
    </Outcome>
  );
}

function Refused({ why }: { why: LazyText }) {
  const t = useT();
  return (
    <Outcome type="warning" title={t('password.linkTitle')} action={<NewLink />}>
      {why(t)}
    </Outcome>
  );
}

function NewLink() {
  const t = useT();
  return (
    <Link to={pathOf('reset-password')} className={buttonClass('primary')}>
      {t('password.newLink')}
    </Link>
  );
}
