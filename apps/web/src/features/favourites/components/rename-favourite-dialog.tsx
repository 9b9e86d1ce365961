import type { Favourite } from '@tapfolio/contracts/favourites.ts';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useRenameFavourite } from '../api/rename-favourite.ts';
import { FavouriteForm } from './favourite-form.tsx';

type Props = { favourite: Favourite; isOpen: boolean; onClose: () => void };

export function RenameFavouriteDialog({ favourite, isOpen, onClose }: Props) {
  const t = useT();
  return (
    <Dialog title={t('favourites.renameOf', { name: favourite.name })} isOpen={isOpen} onClose={onClose}>
      <RenameForm favourite={favourite} onClose={onClose} />
    </Dialog>
  );
}

function RenameForm({ favourite, onClose }: Omit<Props, 'isOpen'>) {
  const t = useT();
  const rename = useRenameFavourite(favourite.id);
  const send = async (name: string): Promise<void> => {
    await rename.mutateAsync(name);
    notifyChange((now) => now('favourites.renameDone', { name }));
    onClose();
  };
  return (
    <FavouriteForm
      name={favourite.name}
      submit={t('common.save')}
      send={send}
      failed={(now) => now('favourites.renameFailed')}
    />
  );
}
