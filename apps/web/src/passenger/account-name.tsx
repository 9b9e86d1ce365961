import { useSessionUser } from './session.ts';

/**
 * Tells password managers whose password a form asks for, because they may know several accounts of this site. Nobody sees it, and it
 * is not sent.
 */
export function AccountName() {
  const email = useSessionUser()?.email;
  return <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />;
}
