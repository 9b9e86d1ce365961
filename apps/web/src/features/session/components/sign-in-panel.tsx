import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { Panel } from '../../../ui/panel.tsx';
import style from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';

export function SignInPanel({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const t = useT();
  usePageTitle(t('login.title'));
  return (
    <Panel className={style.form}>
      <h1 tabIndex={-1}>{t('login.title')}</h1>
      <LoginForm onSignedIn={onSignedIn} />
      <ProviderSignIn />
      <p className={style.register}>
        {t('login.newHere')} <Link to={pathOf('register')}>{t('login.register')}</Link>
      </p>
    </Panel>
  );
}
