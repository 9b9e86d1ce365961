import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../lib/i18n.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Screen } from '../../ui/screen.tsx';

export function ErrorScreen() {
  const t = useT();
  return (
    <Screen title={t('nav.errorTitle')} intro={t('nav.errorText')}>
      <p>
        <Link to={pathOf('passenger-area')} className={buttonClass('primary')}>
          {t('nav.goHome')}
        </Link>
      </p>
    </Screen>
  );
}
