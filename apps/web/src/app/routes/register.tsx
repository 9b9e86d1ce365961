import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { Activity, useState } from 'react';
import { StatementFields } from '../../features/cards/components/statement-fields.tsx';
import { NewPasswordFields } from '../../features/passwords/components/new-password-fields.tsx';
import { HaveAccount } from '../../features/registration/components/have-account.tsx';
import { RegisterForm } from '../../features/registration/components/register-form.tsx';
import { useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Outcome } from '../../ui/outcome.tsx';
import { Screen } from '../../ui/screen.tsx';

export function RegisterScreen() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <>
      {/* Keeps what was typed, except the password, for a passenger who mistyped the address. */}
      <Activity mode={sentTo === undefined ? 'visible' : 'hidden'}>
        <Registration onSent={setSentTo} />
      </Activity>
      {sentTo !== undefined && <Sent email={sentTo} onBack={() => setSentTo(undefined)} />}
    </>
  );
}

function Registration({ onSent }: { onSent: (email: string) => void }) {
  const t = useT();
  const { brand, passwordRules } = usePortalConfig();
  return (
    <Screen title={t('register.title')} intro={t('register.intro', { payee: brand.payeeLabel })} isNarrow>
      <RegisterForm
        passwordFields={(form) => (
          <NewPasswordFields
            field={form.field}
            rules={{ ...passwordRules, maxRepeat: 0 }}
            label={t('common.password')}
            repeatLabel={t('register.repeat')}
          />
        )}
        statementFields={(form) => <StatementFields field={form.field} />}
        onSent={onSent}
      />
      <HaveAccount />
    </Screen>
  );
}

function Sent({ email, onBack }: { email: string; onBack: () => void }) {
  const t = useT();
  const actions = (
    <>
      <Button onClick={onBack}>{t('register.sentChange')}</Button>
      <Link to={pathOf('login')} className={buttonClass('link')}>
        {t('password.backToLogin')}
      </Link>
    </>
  );
  return (
    <Outcome type="success" title={t('register.sentTitle')} action={actions}>
      {t('register.sentText', { email })}
    </Outcome>
  );
}
