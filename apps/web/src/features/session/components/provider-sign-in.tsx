import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import type { MouseEvent } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { takeReturn } from '../../../lib/temporary.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import style from './login.module.css';

/** The provider sends the browser back to where it wanted to go. */
function addReturn(event: MouseEvent<HTMLAnchorElement>): void {
  const path = takeReturn();
  if (path) event.currentTarget.href = `${singleSignOnPaths.start}?${new URLSearchParams({ return_to: path })}`;
}

/** The way in through an identity provider, where the operator has one. */
export function ProviderSignIn() {
  const t = useT();
  if (!usePortalConfig().singleSignOn) return null;
  return (
    <div className={style.provider}>
      <p className={style.or}>{t('login.or')}</p>
      <a className={buttonClass('secondary', { isWide: true })} href={singleSignOnPaths.start} onClick={addReturn}>
        {t('login.provider')}
      </a>
    </div>
  );
}
