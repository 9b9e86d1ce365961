import type { Favourite } from '@tapfolio/contracts/favourites.ts';
import { useT } from '../../../lib/i18n.ts';
import { StarIcon } from '../../../ui/area-icons.tsx';
import { Quiet, Row } from '../../../ui/layout.tsx';

/** The passenger's name for a favourite, and its package. */
export function FavouriteName({ favourite: { name, packageName } }: { favourite: Favourite }) {
  const t = useT();
  return (
    <Row gap={3}>
      <StarIcon />
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <Quiet>{t('favourites.packageOf', { package: packageName })}</Quiet>
      </div>
    </Row>
  );
}
