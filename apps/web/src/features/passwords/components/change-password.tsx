import { Link, useLocation } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { errorText, traceIdOf } from '../../../lib/errors.ts';
import { type LazyText, useT } from '../../../lib/i18n.ts';
import { notify } from '../../../lib/notices.ts';
import { LinkAgain } from '../../../passenger/link-again.tsx';
import { forgetLinkToken, linkToken } from '../../../passenger/link-token.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { getPasswordRules, type NewPasswordTerms } from '../api/get-password-rules.ts';
import { NewPasswordForm } from './new-password-form.tsx';

type Credentials = { email: string; password: string };
type Props = {
  /** Signs in with the new password and goes to the next screen; returns `false` if that is refused. */
  enter: (credentials: Credentials) => Promise<boolean>;
};

/** Asks for a new password: after the link of a mail, or if sign-in requires a change (AUTH-04, AUTH-09). */
export function ChangePassword({ enter }: Props) {
  const [token] = useState(() => linkToken('change-password'));
  const [isChanged, setChanged] = useState(false);
  const isForSignIn = useIsForSignIn();
  const handleChanged = async (credentials: Credentials): Promise<void> => {
    forgetLinkToken('change-password');
    if (!(await enter(credentials))) return setChanged(true);
    notify({ type: 'success', title: (t) => t('password.changedTitle'), uniqId: 'session' });
  };
  if (isChanged) return <Changed />;
  if (token !== undefined) return <NewPassword token={token} onChanged={handleChanged} />;
  if (isForSignIn) return <SignInAgain />;
  return (
    <LinkAgain>
      <NewLink />
    </LinkAgain>
  );
}

/** True if sign-in requires the change; false if a mailed link led here. */
const useIsForSignIn = (): boolean => useLocation({ select: ({ state }) => state.isForSignIn === true });

/** The server knows the link and refuses it; after any other failure the next try may work. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'too_many_requests';

type State =
  | { is: 'loading' }
  | { is: 'ready'; terms: NewPasswordTerms }
  | { is: 'failed'; error: unknown; isBusy?: true }
  | { is: 'refused'; why: LazyText };

type NewPasswordProps = { token: string; onChanged: (credentials: Credentials) => Promise<void> };

function NewPassword({ token, onChanged }: NewPasswordProps) {
  const t = useT();
  const isForSignIn = useIsForSignIn();
  const [state, setState] = useState<State>({ is: 'loading' });
  const load = useCallback(() => {
    getPasswordRules(token).then(
      (terms) => setState({ is: 'ready', terms }),
      (error: unknown) =>
        setState(isRefusal(error) ? { is: 'refused', why: errorText(error) } : { is: 'failed', error }),
    );
  }, [token]);
  useEffect(load, [load]);
  const handleRetry = (): void => {
    setState((now) => (now.is === 'failed' ? { ...now, isBusy: true } : now));
    load();
  };
  const handleRefused = (why: LazyText): void => {
    forgetLinkToken('change-password');
    setState({ is: 'refused', why });
  };
  if (state.is === 'refused') return isForSignIn ? <SignInAgain /> : <Refused why={state.why} />;
  return (
    <Screen title={t('password.changeTitle')} {...(isForSignIn && { intro: t('errors.password_change') })} isNarrow>
      {state.is === 'loading' && <Skeleton lines={4} />}
      {state.is === 'failed' && (
        <ErrorState traceId={traceIdOf(state.error)} isBusy={state.isBusy} onRetry={handleRetry}>
          {errorText(state.error)(t)}
        </ErrorState>
      )}
      {state.is === 'ready' && (
        <NewPasswordForm token={token} terms={state.terms} onChanged={onChanged} onRefused={handleRefused} />
      )}
    </Screen>
  );
}

function Changed() {
  const t = useT();
  return (
    <Outcome type="success" title={t('password.changedTitle')} action={<SignIn />}>
      {t('password.changedText')}
    </Outcome>
  );
}

/** Sign-in gave some minutes for the change, until a reload. There was no link, and signing in again gives some more. */
function SignInAgain() {
  const t = useT();
  return (
    <Outcome type="warning" title={t('nav.sessionTitle')} action={<SignIn />}>
      {t('nav.sessionLoginAgain')}
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

function SignIn() {
  const t = useT();
  return (
    <Link to={pathOf('login')} className={buttonClass('primary')}>
      {t('login.submit')}
    </Link>
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
