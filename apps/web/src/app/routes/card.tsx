import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { AddCardLink } from '../../features/cards/components/add-card-link.tsx';
import { CardTiles } from '../../features/cards/components/card-tiles.tsx';
import { NoCards } from '../../features/cards/components/no-cards.tsx';
import { useT } from '../../lib/i18n.ts';
import { HeldBack } from '../../ui/held-back.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { shownTiles } from '../../ui/skeleton.tsx';
import { CardNews } from '../card/card-news.tsx';
import { readCardSearch } from '../card/card-search.ts';
import { CardView } from '../card/card-view.tsx';
import { DataUpTo } from '../history/data-up-to.tsx';
import { Tickets } from '../tickets.tsx';

/** The cards, or one of them if the address names it. */
export function CardScreen() {
  // The router keeps values that the check of the address has left out.
  const { id } = readCardSearch(useSearch({ from: '/area/card' }));
  return id === undefined ? <AllCards /> : <CardView key={id} cardId={id} />;
}

function AllCards() {
  const t = useT();
  const query = useQuery(cardsQuery);
  // An empty wallet has the same link in its middle.
  const actions = query.data?.items.length !== 0 && <AddCardLink look="secondary" />;
  return (
    <Screen title={t('cards.title')} actions={actions}>
      <Loaded query={query} lines={shownTiles} shape="tiles">
        {({ items, dataUpTo }) => (
          <HeldBack first={<CardNews cards={items} />} shape="tiles">
            {items.length === 0 ? (
              <NoCards />
            ) : (
              <>
                <CardTiles cards={items} />
                <HeldBack first={<Tickets />}>
                  <DataUpTo instant={dataUpTo} />
                </HeldBack>
              </>
            )}
          </HeldBack>
        )}
      </Loaded>
    </Screen>
  );
}
