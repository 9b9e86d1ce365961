import { useNavigate } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { keepFarewell } from '../../../passenger/farewell.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CloseAccount } from './close-account.tsx';
import { ExportData } from './export-data.tsx';

/** Leaving the portal: all own data as a file, then the deletion of the account (ACC-03). */
export function ClosePanel({ hasPassword, unpaid }: { hasPassword: boolean; unpaid: ReactNode }) {
  const t = useT();
  const navigate = useNavigate();
  const handleClosed = async (): Promise<void> => {
    keepFarewell({ title: t('account.closeDone'), text: t('account.closeDoneText') });
    await navigate({ to: pathOf('logout'), replace: true });
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
          <CloseAccount hasPassword={hasPassword} unpaid={unpaid} onClosed={() => void handleClosed()} />
        </Panel>
      </Permitted>
    </>
  );
}
