import { type ReactNode, useState } from 'react';
import { useAttempts } from '../lib/use-attempts.ts';
import { Button } from './button.tsx';
import { CancelButton, Dialog } from './dialog.tsx';
import { useHold } from './hold.ts';

type Props = {
  title: ReactNode;
  children: ReactNode;
  confirmLabel: ReactNode;
  isOpen: boolean;
  isCovered?: boolean;
  /** Danger for an action that cannot be undone. */
  variant?: 'primary' | 'danger';
  /** The action is in progress without a press here, as after a proof of identity. */
  isBusy?: boolean;
  /** Does the action; the dialog stays until it is done. The caller shows failures, in the dialog that stays open. */
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
  isBusy = false,
  onConfirm,
  onClose,
}: Props) {
  // Not of the button: an action that failed may close the dialog, and is then tried again in a new one.
  const attempt = useAttempts();
  const actions = (
    <>
      <CancelButton />
      <ConfirmButton variant={variant} isBusy={isBusy} onConfirm={() => attempt(async () => await onConfirm())}>
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

type ButtonProps = Required<Pick<Props, 'variant' | 'isBusy' | 'children'>> & { onConfirm: () => Promise<void> };

function ConfirmButton({ variant, isBusy, onConfirm, children }: ButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  const isActing = isConfirming || isBusy;
  useHold(isActing);
  const handleConfirm = async (): Promise<void> => {
    setConfirming(true);
    try {
      await onConfirm();
    } finally {
      setConfirming(false);
    }
  };
  return (
    <Button variant={variant} isBusy={isActing} onClick={() => void handleConfirm()}>
      {children}
    </Button>
  );
}
