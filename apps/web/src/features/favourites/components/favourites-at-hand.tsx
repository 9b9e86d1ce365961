import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { useT } from '../../../lib/i18n.ts';
import { usePermission } from '../../../passenger/permissions.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Coming } from '../../../ui/held-back.tsx';
import { Quiet, RowList } from '../../../ui/layout.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { favouritesQuery } from '../api/list-favourites.ts';
import { FavouriteName } from './favourite-name.tsx';

type Props = {
  /** The card whose packages the linked screen offers. */
  cardId: number;
  /** Shows nothing while there are no favourites. */
  onlyFilled?: boolean;
};

/** The favourites, on the home page and above the products. */
export function FavouritesAtHand({ cardId, onlyFilled = false }: Props) {
  const t = useT();
  const query = useQuery(favouritesQuery);
  const mayAdd = usePermission('card-favourites-table.add');
  const isEmpty = query.data?.items.length === 0;
  if (onlyFilled && query.isPending) return <Coming />;
  if (onlyFilled && isEmpty) return null;
  const link = (
    <Link to={pathOf('card-favourites-table')} params={{ id: String(cardId) }} className={buttonClass('quiet')}>
      {isEmpty && mayAdd ? t('favourites.choose') : t('products.favouritesLink')}
    </Link>
  );
  return (
    <Panel title={t('favourites.title')} aside={link}>
      <Loaded query={query} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Quiet isSmall={false}>{t('favourites.none')}</Quiet>
          ) : (
            <RowList>
              {items.map((favourite) => (
                <li key={favourite.id}>
                  <FavouriteName favourite={favourite} />
                </li>
              ))}
            </RowList>
          )
        }
      </Loaded>
    </Panel>
  );
}
