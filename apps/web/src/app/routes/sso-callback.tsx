import { useRouter } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useEffect, useState } from 'react';
import { finishSignIn } from '../../features/sign-in/api/finish-sign-in.ts';
import { useT } from '../../lib/i18n.ts';
import { sessionUser } from '../../passenger/session.ts';
import { isOwnPath, takeWishedPage } from '../../passenger/wished-page.ts';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RefusalScreen } from '../refusal-screen.tsx';

/**
 * The identity provider sends the browser to this path, whose route hands the answer on to the auth service. That sends the
 * browser back without the answer, signed in, with the path to go to: this screen goes there.
 */
export function SsoCallbackScreen() {
  const t = useT();
  const router = useRouter();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('return_to') ?? '/';
    finishSignIn()
      .then(() => router.history.replace(placeAfter(asked)))
      .catch(setFailure);
  }, [router]);
  if (failure !== undefined) return <RefusalScreen error={failure} />;
  return (
    <Screen title={t('login.finishing')}>
      <Skeleton />
    </Screen>
  );
}

/** The path for which the sign-in was started, or else the one that led to sign-in. */
function placeAfter(asked: string): string {
  const remembered = takeWishedPage(sessionUser()?.email);
  if (isOwnPath(asked) && asked !== '/') return asked;
  return remembered ?? pathOf('passenger-area');
}
