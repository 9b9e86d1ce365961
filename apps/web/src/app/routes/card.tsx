import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { AddCardLink } from '../../features/cards/components/add-card-link.tsx';
import { CardTiles } from '../../features/cards/components/card-tiles.tsx';
import { ClaimNotices } from '../../features/cards/components/claim-notices.tsx';
import { NoCards } from '../../features/cards/components/no-cards.tsx';
import { ReplacedCards } from '../../features/cards/components/replaced-cards.tsx';
import { CardDebts } from '../../features/debts/components/card-debts.tsx';
import { useT } from '../../lib/i18n.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { CardView } from '../card/card-view.tsx';
import { DataUpTo } from '../history/data-up-to.tsx';

/** The cards; one of them when the address names it. */
export function CardScreen() {
  const { id } = useSearch({ from: '/area/card' });
  return id === undefined ? <AllCards /> : <CardView key={id} cardId={id} />;
}

function AllCards() {
  const t = useT();
  const query = useQuery(cardsQuery);
  // An empty wallet has the same link in its middle.
  const actions = query.data?.items.length !== 0 && <AddCardLink look="secondary" />;
  return (
    <Screen title={t('cards.title')} actions={actions}>
      <ClaimNotices />
      <Loaded query={query} lines={6}>
        {({ items, dataUpTo }) =>
          items.length === 0 ? (
            <NoCards />
          ) : (
            <>
              <CardDebts cards={items} />
              <ReplacedCards cards={items} />
              <CardTiles cards={items} />
              <DataUpTo instant={dataUpTo} />
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}
