import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import { useLocale, useT } from '../../../lib/i18n.ts';
import { buttonClass } from '../../../ui/button-class.ts';

/**
 * Sign-in through the operator's identity provider. The requested page stays remembered until the passenger comes back. The language goes
 * along: a newcomer's account speaks it, even if the provider leads back to another host of the portal.
 */
export function ProviderSignIn() {
  const t = useT();
  const locale = useLocale();
  return (
    <a className={buttonClass('secondary', { isWide: true })} href={`${singleSignOnPaths.start}?language=${locale}`}>
      {t('login.provider')}
    </a>
  );
}
