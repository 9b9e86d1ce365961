import { useEffect } from 'react';
import { useT } from '../../lib/i18n.ts';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const callbackPath = '/public/api/v1/auth/sso/callback';

/** Sends the whole browser on to the auth service, with the query string exactly as it came (NAV-08). */
export function SsoCallbackScreen() {
  const t = useT();
  useEffect(() => location.replace(`${callbackPath}${location.search}`), []);
  return (
    <Screen title={t('nav.login')}>
      <Skeleton />
    </Screen>
  );
}
