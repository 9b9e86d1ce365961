import type { SalesPackage } from '@tapfolio/contracts/sales-packages.ts';
import { maxCardName } from '@tapfolio/domain/shown-text.ts';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useAddFavourite } from '../api/add-favourite.ts';
import { FavouriteForm } from './favourite-form.tsx';

type Props = { cardId: number; sold: SalesPackage | undefined; onClose: () => void };

const codes = ['favourite_limit_reached', 'sales_package_too_old', 'TM0172'] as const;

/** Asks whether to make a package a favourite, and for its name (FAV-01). */
export function AddFavouriteDialog({ cardId, sold, onClose }: Props) {
  const t = useT();
  return (
    <Dialog
      title={sold && t('favourites.addTitle', { package: sold.name })}
      isOpen={sold !== undefined}
      onClose={onClose}
    >
      {sold && <AddForm cardId={cardId} sold={sold} onClose={onClose} />}
    </Dialog>
  );
}

function AddForm({ cardId, sold, onClose }: Props & { sold: SalesPackage }) {
  const t = useT();
  const add = useAddFavourite(cardId);
  const send = async (name: string): Promise<void> => {
    const added = await add.mutateAsync({ salesPackageId: sold.id, name });
    notifyChange((now) => (added ? now('favourites.addDone', { name }) : now('errors.favourite_already_chosen')));
    onClose();
  };
  return (
    <>
      <p>
        {t('favourites.addText')} <Permitted to="card-favourites-table.rename">{t('favourites.addLater')}</Permitted>
      </p>
      <FavouriteForm
        name={sold.name.slice(0, maxCardName).trim()}
        submit={t('favourites.add')}
        send={send}
        codes={codes}
        failed={(now) => now('favourites.addFailed')}
      />
    </>
  );
}
