import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useLocale } from '../../lib/i18n.ts';
import { productName, usePortalConfig } from '../../lib/portal-config.ts';
import { TransitIcon } from '../../ui/icons.tsx';
import style from './top-bar.module.css';

export function Brand() {
  const { brand } = usePortalConfig();
  const locale = useLocale();
  return (
    <Link to={pathOf('passenger-area')} className={style.brand}>
      <span className={style.mark}>
        <TransitIcon />
      </span>
      <span className={style.names}>
        <strong>{productName(brand, locale)}</strong>
        <span className={style.operator}>{brand.name}</span>
      </span>
    </Link>
  );
}
