import { useT } from '../lib/i18n.ts';
import { Screen } from '../ui/screen.tsx';
import { PublicLayout } from './public-layout.tsx';
import { WayHome } from './way-home.tsx';

/** Says in the page's language that there is no such page, and links to home (NAV-10). */
export function NotFound() {
  const t = useT();
  return (
    <PublicLayout>
      <Screen title={t('nav.notFoundTitle')} intro={t('nav.notFoundText')}>
        <WayHome />
      </Screen>
    </PublicLayout>
  );
}
