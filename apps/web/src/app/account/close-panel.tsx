import { useNavigate } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { CloseAccount } from '../../features/account/components/close-account.tsx';
import { ExportData } from '../../features/account/components/export-data.tsx';
import { useT } from '../../lib/i18n.ts';
import { notify } from '../../lib/notices.ts';
import { Permitted } from '../../lib/permitted.tsx';
import { Panel } from '../../ui/panel.tsx';

/** The way out: everything one has here as a file, then the end of the account (ACC-03). */
export function ClosePanel({ hasPassword }: { hasPassword: boolean }) {
  const t = useT();
  const navigate = useNavigate();
  const handleClosed = async (): Promise<void> => {
    // Taken now: the login page does not load the words of the account.
    const title = t('account.closeDone');
    const content = t('account.closeDoneText');
    await navigate({ to: pathOf('login'), replace: true });
    notify({ type: 'success', title: () => title, content: () => content, duration: 0, uniqId: 'session' });
  };
  return (
    <>
      <Permitted to="account-edit.export">
        <Panel title={t('account.exportHeading')}>
          <ExportData />
        </Panel>
      </Permitted>
      <Permitted to="account-edit.close">
        <Panel title={t('account.closeHeading')}>
          <CloseAccount hasPassword={hasPassword} onClosed={() => void handleClosed()} />
        </Panel>
      </Permitted>
    </>
  );
}
