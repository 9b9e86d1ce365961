import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../lib/i18n.ts';
import { buttonClass } from '../ui/button-class.ts';

/** The button that leads home. */
export function WayHome() {
  const t = useT();
  return (
    <p>
      <Link to={pathOf('passenger-area')} className={buttonClass('primary')}>
        {t('nav.goHome')}
      </Link>
    </p>
  );
}
