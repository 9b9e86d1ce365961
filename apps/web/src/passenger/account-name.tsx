import { useSessionUser } from './session.ts';

/**
 * Tells password managers whose password a form asks for, because they may know several accounts of this site: that of the
 * passenger who is signed in, unless `email` names another one. Nobody sees it, and it is not sent.
 */
export function AccountName({ email }: { email?: string }) {
  const own = useSessionUser()?.email;
  return <input type="email" autoComplete="username" value={email ?? own ?? ''} readOnly hidden />;
}
