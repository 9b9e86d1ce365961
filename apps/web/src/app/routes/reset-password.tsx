import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useState } from 'react';
import { ResetRequestForm } from '../../features/passwords/components/reset-request-form.tsx';
import { useT } from '../../lib/i18n.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Outcome } from '../../ui/outcome.tsx';
import { Screen } from '../../ui/screen.tsx';

export function ResetPasswordScreen() {
  const t = useT();
  const [sentTo, setSentTo] = useState<string>();
  const back = (
    <Link to={pathOf('login')} className={buttonClass('link')}>
      {t('password.backToLogin')}
    </Link>
  );
  if (sentTo !== undefined) {
    return (
      <Outcome type="info" title={t('password.sentTitle')} action={back}>
        {t('password.sentText', { email: sentTo })}
      </Outcome>
    );
  }
  return (
    <Screen title={t('password.resetTitle')} intro={t('password.resetIntro')} isNarrow>
      <ResetRequestForm onSent={setSentTo} />
      <p>{back}</p>
    </Screen>
  );
}
