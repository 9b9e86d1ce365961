import { ConfirmRegistration } from '../../features/registration/components/confirm-registration.tsx';
import { useWaysOn } from '../../features/sign-in/use-ways-on.ts';

export function ConfirmRegistrationScreen() {
  return <ConfirmRegistration enter={useWaysOn().enter} />;
}
