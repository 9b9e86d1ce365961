import { useQuery } from '@tanstack/react-query';
import type { SettingsAnswer } from '@tapfolio/contracts/sessions.ts';
import { settingsQuery } from '../../features/account/api/get-settings.ts';
import { ClosePanel } from '../../features/account/components/close-panel.tsx';
import { ConsentPanel } from '../../features/account/components/consent-panel.tsx';
import { MailSettings } from '../../features/account/components/mail-settings.tsx';
import { ProfileForm } from '../../features/account/components/profile-form.tsx';
import { ProviderPanel } from '../../features/account/components/provider-panel.tsx';
import { SessionsPanel } from '../../features/account/components/sessions-panel.tsx';
import { SignInsPanel } from '../../features/account/components/sign-ins-panel.tsx';
import { PasswordPanel } from '../../features/passwords/components/password-panel.tsx';
import { QuestionsPanel } from '../../features/questions/components/questions-panel.tsx';
import { SecondFactorsPanel } from '../../features/second-factors/components/second-factors-panel.tsx';
import { useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { Columns, Stack } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { UnpaidAtClosing } from '../unpaid-at-closing.tsx';
import style from './account-edit.module.css';

export function AccountEditScreen() {
  const t = useT();
  const query = useQuery(settingsQuery);
  return (
    <Screen title={t('account.title')} {...(query.data && { intro: query.data.user.email })}>
      <Loaded query={query} lines={10} shape="panel">
        {({ user }) => <Account user={user} />}
      </Loaded>
    </Screen>
  );
}

function Account({ user }: { user: SettingsAnswer['user'] }) {
  const t = useT();
  return (
    <Columns>
      <Stack gap={5} className={style.column}>
        {user.is_sso_shadow_user ? (
          <ProviderPanel />
        ) : (
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
        )}
        <MailSettings user={user} />
      </Stack>
      <Stack gap={5} className={style.column}>
        <QuestionsPanel />
        <Permitted to="account-edit.sessions">
          <SessionsPanel />
        </Permitted>
        <SignInsPanel user={user} />
        <Permitted to="account-edit.consent">
          <ConsentPanel hasAgreed={!user.is_sso_shadow_user} />
        </Permitted>
        <ClosePanel hasPassword={!user.is_sso_shadow_user} unpaid={<UnpaidAtClosing />} />
      </Stack>
    </Columns>
  );
}
