import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useState } from 'react';
import { confirmRegistration } from '../../features/registration/api/confirm-registration.ts';
import { ApiError } from '../../lib/api-error.ts';
import { errorText, handleError } from '../../lib/errors.ts';
import { type Text, useT } from '../../lib/i18n.ts';
import { forgetLinkToken, linkToken } from '../../lib/link-token.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Outcome } from '../../ui/outcome.tsx';
import { Screen } from '../../ui/screen.tsx';
import { LinkAgain } from '../link-again.tsx';

type State = { is: 'asking' } | { is: 'busy' } | { is: 'done' } | { is: 'failed'; why: Text };

export function ConfirmRegistrationScreen() {
  const [token] = useState(() => linkToken('confirm-registration'));
  return token === undefined ? <LinkAgain /> : <ConfirmRegistration token={token} />;
}

/** Mail programs open links ahead of people, so the token is used only when somebody presses the button. */
function ConfirmRegistration({ token }: { token: string }) {
  const t = useT();
  const [state, setState] = useState<State>({ is: 'asking' });
  const fail = (error: unknown): void => setState({ is: 'failed', why: errorText(error) });
  const handleConfirm = async (): Promise<void> => {
    setState({ is: 'busy' });
    try {
      await confirmRegistration(token);
      forgetLinkToken('confirm-registration');
      setState({ is: 'done' });
    } catch (error) {
      // Only a refusal is the end of it; whoever was not reached may press again.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return fail(error);
      handleError(error);
      setState({ is: 'asking' });
    }
  };
  if (state.is === 'done') return <Confirmed />;
  if (state.is === 'failed') return <Failed why={state.why} />;
  return (
    <Screen title={t('register.confirmTitle')} intro={t('register.confirmIntro')} isNarrow>
      <Button variant="primary" isWide isBusy={state.is === 'busy'} onClick={() => void handleConfirm()}>
        {state.is === 'busy' ? t('register.confirming') : t('common.confirm')}
      </Button>
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

function Failed({ why }: { why: Text }) {
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
