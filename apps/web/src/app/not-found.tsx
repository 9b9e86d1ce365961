import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../lib/i18n.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Screen } from '../ui/screen.tsx';
import { PublicLayout } from './public-layout.tsx';

/** There is no such page; said in the page's language, with the way home (NAV-10). */
export function NotFound() {
  const t = useT();
  return (
    <PublicLayout>
      <Screen title={t('nav.notFoundTitle')} intro={t('nav.notFoundText')}>
        <p>
          <Link to={pathOf('passenger-area')} className={buttonClass('primary')}>
            {t('nav.goHome')}
          </Link>
        </p>
      </Screen>
    </PublicLayout>
  );
}
