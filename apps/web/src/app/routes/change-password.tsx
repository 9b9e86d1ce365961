import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { PasswordRules } from '@tapfolio/domain/password-rules.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useEffect, useState } from 'react';
import { getPasswordRules } from '../../features/passwords/api/get-password-rules.ts';
import { NewPasswordForm } from '../../features/passwords/components/new-password-form.tsx';
import { errorText } from '../../lib/errors.ts';
import { type Text, useT } from '../../lib/i18n.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Outcome } from '../../ui/outcome.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type State =
  | { is: 'loading' }
  | { is: 'ready'; rules: PasswordRules }
  | { is: 'changed' }
  | { is: 'refused'; why: Text };

const linkRefused: Text = (t) => t('errors.password_reset_token_invalid');

export function ChangePasswordScreen() {
  const t = useT();
  const token = useTokenOnce();
  const [state, setState] = useState<State>({ is: 'loading' });
  useEffect(() => {
    getPasswordRules(token).then(
      (rules) => setState({ is: 'ready', rules }),
      (error: unknown) => setState({ is: 'refused', why: errorText(error) }),
    );
  }, [token]);
  if (state.is === 'changed') return <Changed />;
  if (state.is === 'refused') return <Refused why={state.why} />;
  return (
    <Screen title={t('password.changeTitle')} isNarrow>
      {state.is === 'loading' ? (
        <Skeleton lines={4} />
      ) : (
        <NewPasswordForm
          token={token}
          rules={state.rules}
          onChanged={() => setState({ is: 'changed' })}
          onLinkRefused={() => setState({ is: 'refused', why: linkRefused })}
        />
      )}
    </Screen>
  );
}

const taken = '-';

/** Takes the token out of the address, so that it stays in no history and on no screen that somebody else may see. */
function useTokenOnce(): string {
  const { token = taken } = useParams({ strict: false });
  const [first] = useState(token);
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: pathOf('change-password'), params: { token: taken }, replace: true });
  }, [navigate]);
  return first;
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

function Refused({ why }: { why: Text }) {
  const t = useT();
  const again = (
    <Link to={pathOf('reset-password')} className={buttonClass('primary')}>
      {t('password.newLink')}
    </Link>
  );
  return (
    <Outcome type="warning" title={t('password.linkTitle')} action={again}>
      {why(t)}
    </Outcome>
  );
}
