import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { buttonClass } from '../../../ui/button-class.ts';

/** Leads a passenger who has an account to the sign-in. */
export function HaveAccount() {
  const t = useT();
  return (
    <p>
      {t('register.haveAccount')}{' '}
      <Link to={pathOf('login')} className={buttonClass('link')}>
        {t('register.login')}
      </Link>
    </p>
  );
}
