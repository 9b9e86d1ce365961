import type { Favourite } from '@tapfolio/contracts/favourites.ts';
import { useT } from '../../../lib/i18n.ts';
import { StarIcon } from '../../../ui/area-icons.tsx';
import { Quiet, Row } from '../../../ui/layout.tsx';

/** What the passenger calls a favourite, and which package it is. */
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
