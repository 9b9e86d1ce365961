import { useQuery } from '@tanstack/react-query';
import type { CardList } from '@tapfolio/contracts/cards.ts';
import { Caps } from '../../features/caps/components/caps.tsx';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { chosenCard } from '../../features/cards/chosen-card.ts';
import { MyCards } from '../../features/cards/components/my-cards.tsx';
import { NoCards } from '../../features/cards/components/no-cards.tsx';
import { FavouritesAtHand } from '../../features/favourites/components/favourites-at-hand.tsx';
import { WeeklySpend } from '../../features/trips/components/weekly-spend.tsx';
import { useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { Boundary } from '../../ui/boundary.tsx';
import { HeldBack } from '../../ui/held-back.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { shownTiles } from '../../ui/skeleton.tsx';
import { FindCharge } from '../charge/find-charge.tsx';
import { DataUpTo } from '../history/data-up-to.tsx';
import { HomeNews } from '../home-news.tsx';
import { Tickets } from '../tickets.tsx';

/** Home: what is unpaid, whether the cards can travel, what was spent. */
export function PassengerAreaScreen() {
  const t = useT();
  const query = useQuery(cardsQuery);
  return (
    <Screen title={t('nav.home')}>
      <Loaded query={query} lines={shownTiles} shape="headed-tiles">
        {(list) => (
          <HeldBack first={<HomeNews cards={list.items} />} shape="headed-tiles">
            {list.items.length === 0 ? <NoCards /> : <Overview list={list} />}
          </HeldBack>
        )}
      </Loaded>
    </Screen>
  );
}

function Overview({ list }: { list: CardList }) {
  const { items } = list;
  const last = items.find(({ id }) => id === chosenCard()) ?? items[0];
  return (
    <>
      <MyCards cards={items} />
      <FindCharge />
      <HeldBack first={<WhatOneHas cardId={last?.id} />}>
        <Caps />
        <Permitted to="card-trips-history-table">
          <Boundary>
            <WeeklySpend />
          </Boundary>
        </Permitted>
        <DataUpTo instant={list.dataUpTo} />
      </HeldBack>
    </>
  );
}

/** Tickets and favourites; nothing if there are none. */
function WhatOneHas({ cardId }: { cardId: number | undefined }) {
  return (
    <>
      <Tickets />
      <Permitted to="card-favourites-table">
        <Boundary>{cardId !== undefined && <FavouritesAtHand cardId={cardId} onlyFilled />}</Boundary>
      </Permitted>
    </>
  );
}
