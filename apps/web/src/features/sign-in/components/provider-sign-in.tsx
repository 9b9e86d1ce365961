import { singleSignOnPaths } from '@tapfolio/contracts/single-sign-on-paths.ts';
import type { MouseEvent } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { takeWishedPage } from '../../../passenger/wished-page.ts';
import { buttonClass } from '../../../ui/button-class.ts';

/** The provider sends the browser back to where it wanted to go. */
function addReturn(event: MouseEvent<HTMLAnchorElement>): void {
  const path = takeWishedPage();
  if (path) event.currentTarget.href = `${singleSignOnPaths.start}?${new URLSearchParams({ return_to: path })}`;
}

/** The way in through the operator’s identity provider. */
export function ProviderSignIn() {
  const t = useT();
  return (
    <a className={buttonClass('secondary', { isWide: true })} href={singleSignOnPaths.start} onClick={addReturn}>
      {t('login.provider')}
    </a>
  );
}
