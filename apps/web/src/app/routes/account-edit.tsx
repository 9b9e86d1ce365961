import { useQuery } from '@tanstack/react-query';
import type { SettingsAnswer } from '@tapfolio/contracts/sessions.ts';
import { settingsQuery } from '../../features/account/api/get-settings.ts';
import { ClosePanel } from '../../features/account/components/close-panel.tsx';
import { ConsentPanel } from '../../features/account/components/consent-panel.tsx';
import { MailSettings } from '../../features/account/components/mail-settings.tsx';
import { SessionsPanel } from '../../features/account/components/sessions-panel.tsx';
import { SignInsPanel } from '../../features/account/components/sign-ins-panel.tsx';
import { QuestionsPanel } from '../../features/questions/components/questions-panel.tsx';
import { useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { WithContents } from '../../ui/contents.tsx';
import { Columns, Stack } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SignInSettings } from '../sign-in-settings.tsx';
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
  return (
    <WithContents>
      <Columns>
        <Stack gap={5} className={style.column}>
          <SignInSettings user={user} />
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
    </WithContents>
  );
}
