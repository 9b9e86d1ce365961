import { longestReturnTo } from '@tapfolio/contracts/limits.ts';
import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import { useLocale, useT } from '../../../lib/i18n.ts';
import { wishedPageOfAnyone } from '../../../passenger/wished-page.ts';
import { buttonClass } from '../../../ui/button-class.ts';

/**
 * Sign-in through the operator's identity provider, which may lead back to another host of the portal, where this browser remembers
 * nothing. So the language goes along, for the account of a newcomer, and the requested page.
 */
export function ProviderSignIn() {
  const t = useT();
  const locale = useLocale();
  const handleClick = ({ currentTarget }: React.MouseEvent<HTMLAnchorElement>): void => {
    const wished = wishedPageOfAnyone();
    const isTaken = wished !== undefined && wished.length <= longestReturnTo;
    currentTarget.search = new URLSearchParams({ language: locale, ...(isTaken && { return_to: wished }) }).toString();
  };
  return (
    <a
      className={buttonClass('secondary', { isWide: true })}
      href={`${singleSignOnPaths.start}?language=${locale}`}
      onClick={handleClick}
    >
      {t('login.provider')}
    </a>
  );
}
