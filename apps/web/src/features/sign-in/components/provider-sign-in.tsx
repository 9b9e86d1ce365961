import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { buttonClass } from '../../../ui/button-class.ts';

/** The way in through the operator’s identity provider. The page that was asked for stays remembered until the way back. */
export function ProviderSignIn() {
  const t = useT();
  return (
    <a className={buttonClass('secondary', { isWide: true })} href={singleSignOnPaths.start}>
      {t('login.provider')}
    </a>
  );
}
