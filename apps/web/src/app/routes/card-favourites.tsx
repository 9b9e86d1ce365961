import { Link } from '@tanstack/react-router';
import type { SalesPackagePage } from '@tapfolio/contracts/sales-packages.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { salesPackagesQuery } from '../../features/favourites/api/list-sales-packages.ts';
import { OwnFavourites } from '../../features/favourites/components/own-favourites.tsx';
import { SalesPackageList } from '../../features/favourites/components/sales-package-list.tsx';
import { useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { ChevronLeftIcon, ProductIcon } from '../../ui/area-icons.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import type { ListProps } from '../history/history-kind.ts';
import { HistoryScreen } from '../history/history-screen.tsx';

/** The passenger's favourites, and below them the packages that were bought with a card, to choose from. */
export function CardFavouritesScreen() {
  const t = useT();
  return (
    <HistoryScreen
      kind={{
        route: 'card-favourites-table',
        title: t('favourites.title'),
        labelOf: (card) => t('favourites.listLabel', { card }),
        icon: <ProductIcon />,
        empty: {
          atAll: { title: t('favourites.emptyTitle'), text: t('favourites.emptyText') },
          inPeriod: { title: t('favourites.emptyFilteredTitle'), text: t('products.emptyFilteredText') },
        },
        next: 'card-trips-history-table',
        back: (cardId) => <BackToProducts cardId={cardId} />,
        above: ({ name }) => (
          <>
            <OwnFavourites />
            <p>
              {t('favourites.chooseFrom', { card: name })}{' '}
              <Permitted to="card-favourites-table.add">{t('favourites.chooseHint')}</Permitted>
            </p>
          </>
        ),
        pageQuery: salesPackagesQuery,
        List: Packages,
        sum: {
          label: t('products.colAmount'),
          amounts: ({ items }: SalesPackagePage) => items.map(({ amount }) => amount),
        },
      }}
    />
  );
}

function Packages({ page, cardId, caption }: ListProps<SalesPackagePage>) {
  return <SalesPackageList page={page} cardId={cardId} caption={caption} />;
}

function BackToProducts({ cardId }: { cardId: number }) {
  const t = useT();
  return (
    <Permitted to="card-products-history-table">
      <Link to={pathOf('card-products-history-table')} params={{ id: String(cardId) }} className={buttonClass('quiet')}>
        <ChevronLeftIcon />
        {t('favourites.back')}
      </Link>
    </Permitted>
  );
}
