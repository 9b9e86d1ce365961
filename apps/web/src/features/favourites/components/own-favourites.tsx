import { useQuery } from '@tanstack/react-query';
import type { Favourite } from '@tapfolio/contracts/favourites.ts';
import { maxFavourites } from '@tapfolio/domain/favourite-rules.ts';
import { useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { usePermission } from '../../../passenger/permissions.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { PencilIcon, StarIcon, TrashIcon } from '../../../ui/area-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Quiet, Row, RowList, Stack } from '../../../ui/layout.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { favouritesQuery } from '../api/list-favourites.ts';
import { FavouriteName } from './favourite-name.tsx';
import { RemoveFavouriteDialog } from './remove-favourite-dialog.tsx';
import { RenameFavouriteDialog } from './rename-favourite-dialog.tsx';

/** The passenger's favourites, with buttons to rename or remove each. */
export function OwnFavourites() {
  const t = useT();
  const query = useQuery(favouritesQuery);
  const mayAdd = usePermission('card-favourites-table.add');
  const mayChange = usePermission('card-favourites-table.remove') && mayAdd;
  return (
    <Panel title={t('favourites.ownHeading')}>
      <Loaded query={query} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={<StarIcon />} title={t('favourites.none')}>
              {mayAdd && t('favourites.noneText')}
            </EmptyState>
          ) : (
            <Stack>
              <RowList>
                {items.map((favourite) => (
                  <li key={favourite.id}>
                    <OwnFavourite favourite={favourite} />
                  </li>
                ))}
              </RowList>
              {mayChange && items.length >= maxFavourites && <Quiet>{t('favourites.full')}</Quiet>}
            </Stack>
          )
        }
      </Loaded>
    </Panel>
  );
}

function OwnFavourite({ favourite }: { favourite: Favourite }) {
  const t = useT();
  const [asked, setAsked] = useState<'rename' | 'remove'>();
  const handleClose = (): void => setAsked(undefined);
  const { name } = favourite;
  return (
    <Row isApart>
      <FavouriteName favourite={favourite} />
      <Row gap={2}>
        <Permitted to="card-favourites-table.rename">
          <Button aria-label={t('favourites.renameOf', { name })} onClick={() => setAsked('rename')}>
            <PencilIcon />
            {t('common.rename')}
          </Button>
        </Permitted>
        <Permitted to="card-favourites-table.remove">
          <Button aria-label={t('favourites.removeOf', { name })} onClick={() => setAsked('remove')}>
            <TrashIcon />
            {t('favourites.remove')}
          </Button>
        </Permitted>
      </Row>
      <RenameFavouriteDialog favourite={favourite} isOpen={asked === 'rename'} onClose={handleClose} />
      <RemoveFavouriteDialog favourite={favourite} isOpen={asked === 'remove'} onClose={handleClose} />
    </Row>
  );
}
