import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import style from './sign-in.module.css';

/**
 * The link to a receipt without an account. Most visitors without an account come for it, so on a phone it is above the form. It
 * stands before the h1, so its title is no heading.
 */
export function ReceiptOffer() {
  const t = useT();
  const { offersDebtPayment } = usePortalConfig();
  return (
    <section className={style.receipt} aria-labelledby="receipt-offer">
      <strong id="receipt-offer">{t('login.receiptTitle')}</strong>
      <p>{t(offersDebtPayment ? 'login.receiptOrDebtText' : 'login.receiptText')}</p>
      <Link to={pathOf('receipt-page')} className={buttonClass('secondary')}>
        {t('login.receiptAction')}
      </Link>
    </section>
  );
}
