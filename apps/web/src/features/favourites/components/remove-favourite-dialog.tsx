import type { Favourite } from '@tapfolio/contracts/favourites.ts';
import { handleError } from '../../../lib/errors.ts';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useRemoveFavourite } from '../api/remove-favourite.ts';

type Props = { favourite: Favourite; isOpen: boolean; onClose: () => void };

/** Asks before a favourite is removed (FAV-01). */
export function RemoveFavouriteDialog({ favourite, isOpen, onClose }: Props) {
  const t = useT();
  const remove = useRemoveFavourite(favourite.id);
  const { name } = favourite;
  const handleConfirm = async (): Promise<void> => {
    try {
      await remove.mutateAsync();
    } catch (error) {
      handleError(error, {}, (now) => now('favourites.removeFailed'));
      return;
    }
    notifyChange((now) => now('favourites.removeDone', { name }));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('favourites.removeTitle', { name })}
      confirmLabel={t('favourites.remove')}
      variant="danger"
      isOpen={isOpen}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>
        {t('favourites.removeText')} <Permitted to="card-favourites-table.add">{t('favourites.removeAgain')}</Permitted>
      </p>
    </ConfirmDialog>
  );
}
