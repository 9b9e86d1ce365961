import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Panel } from '../../../ui/panel.tsx';
import style from './login.module.css';
import { LoginForm, type LoginFormProps } from './login-form.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';

export type SignInProps = LoginFormProps & {
  /** The way in without a password, where the browser has one. */
  passkey: ReactNode | undefined;
};

export function SignInPanel({ passkey, ...form }: SignInProps) {
  const t = useT();
  const { singleSignOn } = usePortalConfig();
  usePageTitle(t('login.title'));
  return (
    <Panel className={style.form}>
      <h1 tabIndex={-1}>{t('login.title')}</h1>
      <LoginForm {...form} />
      {(passkey || singleSignOn) && (
        <div className={style.others}>
          <p className={style.or}>{t('login.or')}</p>
          {passkey}
          {singleSignOn && <ProviderSignIn />}
        </div>
      )}
      <p className={style.register}>
        {t('login.newHere')}{' '}
        <Link to={pathOf('register')} className={buttonClass('link')}>
          {t('login.register')}
        </Link>
      </p>
    </Panel>
  );
}
