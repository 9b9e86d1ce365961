import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { buttonClass } from '../../../ui/button-class.ts';

/** Sign-in through the operator's identity provider. The requested page stays remembered until the passenger comes back. */
export function ProviderSignIn() {
  const t = useT();
  return (
    <a className={buttonClass('secondary', { isWide: true })} href={singleSignOnPaths.start}>
      {t('login.provider')}
    </a>
  );
}
