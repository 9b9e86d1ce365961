import { type ReactNode, useState } from 'react';
import { useT } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  title: ReactNode;
  children: ReactNode;
  confirmLabel: ReactNode;
  isOpen: boolean;
  isCovered?: boolean;
  /** Danger for what cannot be undone. */
  variant?: 'primary' | 'danger';
  /** Does the thing; the dialog stays, busy, until it is done. Failures are the caller's to tell. */
  onConfirm: () => Promise<void> | void;
  onClose: () => void;
};

export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  isOpen,
  isCovered = false,
  variant = 'primary',
  onConfirm,
  onClose,
}: Props) {
  const [isBusy, setBusy] = useState(false);
  const t = useT();
  const handleConfirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
    }
  };
  const actions = (
    <>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
      <Button variant={variant} isBusy={isBusy} onClick={() => void handleConfirm()}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog title={title} isOpen={isOpen} isCovered={isCovered} onClose={onClose} actions={actions}>
      {children}
    </Dialog>
  );
}
