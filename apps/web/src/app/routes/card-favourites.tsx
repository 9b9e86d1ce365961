import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { CardNotFound } from '../../features/cards/components/no-cards.tsx';
import { useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { StarIcon } from '../../ui/area-icons.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';

/** Favourite packages of a card. The back office offers no packages yet, and the screen says so. */
export function CardFavouritesScreen() {
  const t = useT();
  const { id } = useParams({ from: '/area/card/favourites/$id' });
  const query = useQuery(cardsQuery);
  const back = (
    <Permitted to="card-products-history-table">
      <Link to={pathOf('card-products-history-table')} params={{ id }} className={buttonClass('primary')}>
        {t('favourites.back')}
      </Link>
    </Permitted>
  );
  return (
    <Screen title={t('favourites.title')}>
      <Loaded query={query}>
        {({ items }) => {
          const card = items.find((item) => item.id === Number(id));
          if (!card) return <CardNotFound />;
          return (
            <Panel title={card.name}>
              <EmptyState icon={<StarIcon />} title={t('favourites.emptyTitle')} action={back}>
                {t('favourites.emptyText', { card: card.name })}
              </EmptyState>
            </Panel>
          );
        }}
      </Loaded>
    </Screen>
  );
}
