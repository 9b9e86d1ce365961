import type { Passkey } from '@tapfolio/contracts/second-factors.ts';
import { handleError } from '../../../lib/errors.ts';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useRemovePasskey } from '../api/remove-passkey.ts';
import type { StepUp } from '../use-step-up.ts';

type Props = {
  stepUp: StepUp;
  /** The passkey to remove; without one the dialog is closed. */
  passkey: Passkey | undefined;
  onClose: () => void;
  onRemoved: () => void;
};

export function RemovePasskeyDialog({ stepUp, passkey, onClose, onRemoved }: Props) {
  const t = useT();
  const remove = useRemovePasskey();
  const { id = '', name = '' } = passkey ?? {};
  const act = async (): Promise<void> => {
    await remove.mutateAsync(id);
    notifyChange((now) => now('account.passkeyRemoved', { name }));
    onRemoved();
  };
  const onFailure = (error: unknown): void => {
    handleError(error, {}, (now) => now('account.passkeyRemoveFailed'));
  };
  return (
    <ConfirmDialog
      title={t('account.passkeyRemoveTitle', { name })}
      confirmLabel={t('account.passkeyRemove')}
      variant="danger"
      isOpen={passkey !== undefined}
      isBusy={remove.isPending}
      isCovered={stepUp.isProofWanted}
      onConfirm={() => stepUp.run({ act, onFailure })}
      onClose={onClose}
    >
      <p>{t('account.passkeyRemoveText')}</p>
    </ConfirmDialog>
  );
}
