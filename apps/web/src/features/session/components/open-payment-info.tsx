import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { PaymentsIcon, TransitIcon, TripsIcon } from '../../../ui/icons.tsx';
import style from './login.module.css';

/** How paying with a bank card works, the payee on the statement, and the way to a receipt without an account. */
export function OpenPaymentInfo() {
  const t = useT();
  const { brand } = usePortalConfig();
  return (
    <section className={style.info} aria-labelledby="open-payment">
      <h2 id="open-payment" className={style.lead}>
        {t('login.infoTitle')}
      </h2>
      <ul className={style.steps}>
        <li>
          <TransitIcon />
          {t('login.infoTap')}
        </li>
        <li>
          <PaymentsIcon />
          {t('login.infoCharge')}
        </li>
        <li>
          <TripsIcon />
          {t('login.infoSee')}
        </li>
      </ul>
      <p className={style.payee}>
        {t('login.payee')}
        <strong>{brand.payeeLabel}</strong>
      </p>
      <div className={style.receipt}>
        <h3>{t('login.receiptTitle')}</h3>
        <p>{t('login.receiptText')}</p>
        <Link to={pathOf('receipt-page')} className={buttonClass('secondary')}>
          {t('login.receiptAction')}
        </Link>
      </div>
    </section>
  );
}
