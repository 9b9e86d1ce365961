import { useNavigate } from '@tanstack/react-router';
import { operations } from '@tapfolio/contracts/operations.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useState } from 'react';
import { CloseAccountDialog } from '../../features/account/components/close-account-dialog.tsx';
import { useT } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';

const [, exportAddress] = operations.exportData.split(' ');

/** The way out: everything one has here as a file, then the end of the account (ACC-03). */
export function ClosePanel({ hasPassword }: { hasPassword: boolean }) {
  const t = useT();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title={t('account.closeHeading')}>
      <p>{t('account.closeText')}</p>
      <p>{t('account.closeDebt')}</p>
      <p>
        <a href={exportAddress} download>
          {t('account.exportLink')}
        </a>
      </p>
      <div>
        <Button onClick={() => setOpen(true)}>{t('account.closeHeading')}</Button>
      </div>
      <CloseAccountDialog
        hasPassword={hasPassword}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onClosed={() => void navigate({ to: pathOf('login'), replace: true })}
      />
    </Panel>
  );
}
