import { objectionDays } from '@tapfolio/domain/claim-states.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

type Props = {
  /** The future name of the card; undefined while the dialog is closed. */
  card: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks whether to claim a card, and says on which day the passenger gets it. */
export function ClaimConfirmation({ card, onConfirm, onClose }: Props) {
  const t = useT();
  return (
    <ConfirmDialog
      title={card !== undefined && t('claims.confirmTitle', { card })}
      confirmLabel={t('claims.submit')}
      isOpen={card !== undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <DayItComes />
    </ConfirmDialog>
  );
}

function DayItComes() {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePortalConfig();
  const [until] = useState(() => new Date(serverNow() + objectionDays * dayMs).toISOString());
  return <p>{t('claims.confirmText', { date: formats.date(until, timeZone) })}</p>;
}
