import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useState } from 'react';
import { PasswordAtProvider } from '../../features/passwords/components/password-at-provider.tsx';
import { ResetRequestForm } from '../../features/passwords/components/reset-request-form.tsx';
import { useT } from '../../lib/i18n.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Outcome } from '../../ui/outcome.tsx';
import { Screen } from '../../ui/screen.tsx';

export function ResetPasswordScreen() {
  const t = useT();
  const [sentTo, setSentTo] = useState<string>();
  const otherWays = (
    <>
      <PasswordAtProvider />
      <p>
        <Link to={pathOf('login')} className={buttonClass('link')}>
          {t('password.backToLogin')}
        </Link>
      </p>
    </>
  );
  if (sentTo !== undefined) {
    return (
      <Outcome type="info" title={t('password.sentTitle')} action={otherWays}>
        {t('password.sentText', { email: sentTo })}
      </Outcome>
    );
  }
  return (
    <Screen title={t('password.resetTitle')} intro={t('password.resetIntro')} isNarrow>
      <ResetRequestForm onSent={setSentTo} />
      {otherWays}
    </Screen>
  );
}
