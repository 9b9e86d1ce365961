import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Outcome } from '../ui/outcome.tsx';

/** What the screen of a mailed link shows when it is reloaded: the link is no longer known, and what to do instead. */
export function LinkAgain({ children }: { children?: ReactNode }) {
  const t = useT();
  const action = (
    <>
      {children}
      <Link to={pathOf('login')} className={buttonClass('link')}>
        {t('password.backToLogin')}
      </Link>
    </>
  );
  return (
    <Outcome type="info" title={t('password.againTitle')} action={action}>
      {t('password.againText')}
    </Outcome>
  );
}
