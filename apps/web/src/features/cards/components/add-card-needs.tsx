import { useT } from '../../../lib/i18n.ts';
import { CardIcon } from '../../../ui/area-icons.tsx';
import { InfoIcon, PaymentsIcon } from '../../../ui/icons.tsx';
import style from './add-card-needs.module.css';

/** What the passenger needs for the form. */
export function AddCardNeeds() {
  const t = useT();
  return (
    <ul className={style.needs}>
      <li>
        <CardIcon />
        <span>{t('cards.addNeedFare')}</span>
      </li>
      <li>
        <PaymentsIcon />
        <span>{t('cards.addNeedLine')}</span>
      </li>
      <li className={style.quiet}>
        <InfoIcon />
        <span>{t('cards.addNeedDevice')}</span>
      </li>
    </ul>
  );
}
