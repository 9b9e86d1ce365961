import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { cardRefusedHash } from '../../../passenger/card-refused-hash.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Row } from '../../../ui/layout.tsx';
import style from './sign-in.module.css';

/**
 * The links to what needs no account. Most visitors without an account come for it, some of them from a reader that refuses their
 * card, so on a phone it is above the form. It stands before the h1, so its title is no heading.
 */
export function GuestOffer() {
  const t = useT();
  const { offersDebtPayment } = usePortalConfig();
  return (
    <section className={style.guest} aria-labelledby="guest-offer">
      <strong id="guest-offer">{t('login.guestTitle')}</strong>
      <p>{t(offersDebtPayment ? 'login.guestOrDebtText' : 'login.guestText')}</p>
      <Row gap={2}>
        <Link to={pathOf('receipt-page')} className={buttonClass('secondary')}>
          {t('login.receiptAction')}
        </Link>
        <Link to={pathOf('receipt-page')} hash={cardRefusedHash} className={buttonClass('secondary')}>
          {t('readers.open')}
        </Link>
      </Row>
    </section>
  );
}
