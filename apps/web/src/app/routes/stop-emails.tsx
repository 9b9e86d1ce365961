import { StopEmails } from '../../features/account/components/stop-emails.tsx';

export function StopEmailsScreen() {
  return <StopEmails />;
}
