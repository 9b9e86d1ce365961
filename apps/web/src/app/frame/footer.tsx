import { useState } from 'react';
import { useIsWritten } from '../../lib/hydration.ts';
import { useT } from '../../lib/i18n.ts';
import { usePortalConfig } from '../../lib/portal-config.ts';
import { deviceKeys, writeStored } from '../../lib/storage.ts';
import { useStore } from '../../lib/store.ts';
import { useOperatorPages } from '../../lib/use-operator-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Contacts } from './contacts.tsx';
import { cookieNoticeSeen } from './cookie-notice-seen.ts';
import style from './footer.module.css';

const pages = [
  ['imprint', 'nav.imprint'],
  ['privacy', 'nav.privacy'],
  ['dataProtection', 'nav.dataProtection'],
  ['accessibility', 'nav.accessibility'],
  ['help', 'nav.help'],
] as const;

export function Footer() {
  const { portalVersion } = usePortalConfig();
  const addressOf = useOperatorPages();
  const t = useT();
  return (
    <footer className={style.footer}>
      <CookieNotice />
      <div className={style.content}>
        <Contacts />
        <nav aria-label={t('nav.footer')}>
          <ul className={style.links}>
            {pages.map(([name, text]) => {
              const address = addressOf(name);
              return (
                address && (
                  <li key={name}>
                    <a href={address}>{t(text)}</a>
                  </li>
                )
              );
            })}
          </ul>
        </nav>
        <p className={style.version}>{t('nav.portalVersion', { version: portalVersion })}</p>
      </div>
    </footer>
  );
}

function gotIt(): void {
  writeStored(deviceKeys.cookieNotice, true);
  cookieNoticeSeen.set(true);
}

/**
 * Says once that only functional cookies are used (NAV-12). On a prerendered page the browser decides whether to show it: such a page
 * keeps its room free, because the page would move when it comes or goes.
 */
function CookieNotice() {
  const t = useT();
  const isSeen = useStore(cookieNoticeSeen, () => true);
  const isWritten = useIsWritten();
  const [keepsRoom, setKeepsRoom] = useState(isWritten);
  if (isSeen && !keepsRoom) return null;
  const handleClick = (): void => {
    setKeepsRoom(false);
    gotIt();
  };
  return (
    <div className={style.cookies} data-seen={isSeen || undefined}>
      <p>{t('nav.cookieNotice')}</p>
      <Button onClick={handleClick}>{t('nav.gotIt')}</Button>
    </div>
  );
}
