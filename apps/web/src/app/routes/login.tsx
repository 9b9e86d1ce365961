import { SignInScreen } from '../../features/sign-in/components/sign-in-screen.tsx';
import { Page } from '../../ui/screen.tsx';

export function LoginScreen() {
  return (
    <Page>
      <SignInScreen />
    </Page>
  );
}
