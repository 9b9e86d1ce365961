import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useState } from 'react';
import { confirmRegistration } from '../../features/registration/api/confirm-registration.ts';
import { errorText } from '../../lib/errors.ts';
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
  const handleConfirm = async (): Promise<void> => {
    setState({ is: 'busy' });
    try {
      await confirmRegistration(token);
      forgetLinkToken('confirm-registration');
      setState({ is: 'done' });
    } catch (error) {
      setState({ is: 'failed', why: errorText(error) });
    }
  };
  if (state.is === 'done') return <Confirmed />;
  if (state.is === 'failed') return <Failed why={state.why} />;
  return (
    <Screen title={t('register.confirmTitle')} isNarrow>
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
    <Link to={pathOf('register')} className={buttonClass('primary')}>
      {t('register.again')}
    </Link>
  );
  return (
    <Outcome type="danger" title={t('register.confirmFailedTitle')} action={again}>
      {why(t)}
    </Outcome>
  );
}
