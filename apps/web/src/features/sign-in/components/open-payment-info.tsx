import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { PaymentsIcon, TransitIcon, TripsIcon } from '../../../ui/icons.tsx';
import style from './sign-in.module.css';

/** How paying with a bank card works, and the payee on the statement. */
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
        <strong translate="no">{brand.payeeLabel}</strong>
      </p>
    </section>
  );
}
