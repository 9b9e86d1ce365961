import { SignIn } from '../../features/sign-in/components/sign-in.tsx';
import { Page } from '../../ui/screen.tsx';

export function LoginScreen() {
  return (
    <Page>
      <SignIn />
    </Page>
  );
}
