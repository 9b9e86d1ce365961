import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { CancelButton, Dialog } from './dialog.tsx';
import { useHold } from './hold.ts';

type Props = {
  title: ReactNode;
  children: ReactNode;
  confirmLabel: ReactNode;
  isOpen: boolean;
  isCovered?: boolean;
  /** Danger for what cannot be undone. */
  variant?: 'primary' | 'danger';
  /** Does the thing; the dialog stays until it is done. Failures are the caller's to tell, in the dialog that stays open. */
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
  const actions = (
    <>
      <CancelButton />
      <ConfirmButton variant={variant} onConfirm={onConfirm}>
        {confirmLabel}
      </ConfirmButton>
    </>
  );
  return (
    <Dialog title={title} isOpen={isOpen} isCovered={isCovered} onClose={onClose} actions={actions}>
      {children}
    </Dialog>
  );
}

type ButtonProps = Required<Pick<Props, 'variant' | 'onConfirm' | 'children'>>;

function ConfirmButton({ variant, onConfirm, children }: ButtonProps) {
  const [isBusy, setBusy] = useState(false);
  useHold(isBusy);
  const handleConfirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant={variant} isBusy={isBusy} onClick={() => void handleConfirm()}>
      {children}
    </Button>
  );
}
