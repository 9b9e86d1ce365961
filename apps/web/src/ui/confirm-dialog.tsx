import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { CancelButton, Dialog } from './dialog.tsx';
import { useHold } from './hold.ts';
import { useAttempts } from './use-attempts.ts';

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
  const actions = (
    <>
      <CancelButton />
      <ConfirmButton variant={variant} isBusy={isBusy} onConfirm={onConfirm}>
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

type ButtonProps = Required<Pick<Props, 'variant' | 'isBusy' | 'onConfirm' | 'children'>>;

function ConfirmButton({ variant, isBusy, onConfirm, children }: ButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  const isActing = isConfirming || isBusy;
  const attempt = useAttempts();
  useHold(isActing);
  const handleConfirm = async (): Promise<void> => {
    setConfirming(true);
    try {
      await attempt(async () => await onConfirm());
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
