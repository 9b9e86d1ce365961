import { Link } from '@tanstack/react-router';
import type { UserSettings } from '@tapfolio/contracts/sessions.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePermission } from '../../../passenger/permissions.ts';
import { Panel } from '../../../ui/panel.tsx';
import { SignInFacts } from './sign-in-facts.tsx';

/** The past sign-ins, and what to do about one of somebody else. */
export function SignInsPanel({ user }: { user: UserSettings }) {
  const t = useT();
  return (
    <Panel title={t('account.signInsHeading')}>
      <SignInFacts user={user} />
      <p>{user.is_sso_shadow_user ? t('account.signInsHelpProvider') : <NewPassword />}</p>
    </Panel>
  );
}

/** Where the operator withholds the form for a new password, a link by email leads to one. */
function NewPassword() {
  const t = useT();
  const hasForm = usePermission('account-edit.password');
  return (
    <>
      {t('account.signInsHelp')} {!hasForm && <Link to={pathOf('reset-password')}>{t('password.resetTitle')}</Link>}
    </>
  );
}
