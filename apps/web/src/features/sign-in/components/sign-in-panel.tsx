import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Panel } from '../../../ui/panel.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import style from './sign-in.module.css';

type Props = {
  /** Sign-in without a password, if the browser supports it. */
  passkey: ReactNode;
  /** The form for address and password. */
  children: ReactNode;
};

export function SignInPanel({ passkey, children }: Props) {
  const t = useT();
  const { singleSignOn } = usePortalConfig();
  usePageTitle(t('login.title'));
  return (
    <Panel className={style.form}>
      <h1 tabIndex={-1}>{t('login.title')}</h1>
      {children}
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
