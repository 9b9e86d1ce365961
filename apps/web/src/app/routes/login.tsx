import { useRouter } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { LoginColumns } from '../../features/session/components/login-columns.tsx';
import { takeReturn } from '../../lib/temporary.ts';
import { Page } from '../../ui/screen.tsx';

export function LoginScreen() {
  const router = useRouter();
  const handleSignedIn = async (): Promise<void> => {
    const path = takeReturn();
    // The remembered address is one of this site's own, in whatever language it was asked for.
    if (path) router.history.push(path);
    else await router.navigate({ to: pathOf('passenger-area'), replace: true });
  };
  return (
    <Page>
      <LoginColumns onSignedIn={handleSignedIn} />
    </Page>
  );
}
