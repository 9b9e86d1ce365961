import type { SettingsAnswer } from '@tapfolio/contracts/sessions.ts';
import { ProfileForm } from '../features/account/components/profile-form.tsx';
import { ProviderPanel } from '../features/account/components/provider-panel.tsx';
import { PasswordPanel } from '../features/passwords/components/password-panel.tsx';
import { SecondFactorsPanel } from '../features/second-factors/components/second-factors-panel.tsx';
import { useT } from '../lib/i18n.ts';
import { Permitted } from '../passenger/permitted.tsx';
import { Panel } from '../ui/panel.tsx';

/** The name and the ways to sign in, here or at the identity provider. */
export function SignInSettings({ user }: { user: SettingsAnswer['user'] }) {
  const t = useT();
  if (user.is_sso_shadow_user) return <ProviderPanel />;
  return (
    <>
      <Permitted to="account-edit.profile">
        <Panel title={t('account.nameHeading')}>
          <ProfileForm user={user} />
        </Panel>
      </Permitted>
      <Permitted to="account-edit.password">
        <PasswordPanel />
      </Permitted>
      <Permitted to="account-edit.second-factors">
        <SecondFactorsPanel />
      </Permitted>
    </>
  );
}
