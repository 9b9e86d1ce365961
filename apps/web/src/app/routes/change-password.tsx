import { ChangePassword } from '../../features/passwords/components/change-password.tsx';
import { useWaysOn } from '../../features/sign-in/use-ways-on.ts';

export function ChangePasswordScreen() {
  return <ChangePassword enter={useWaysOn().enter} />;
}
