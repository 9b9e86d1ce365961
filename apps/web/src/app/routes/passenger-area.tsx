import { useQuery } from '@tanstack/react-query';
import type { CardList } from '@tapfolio/contracts/cards.ts';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { chosenCard } from '../../features/cards/chosen-card.ts';
import { AddCardLink } from '../../features/cards/components/add-card-link.tsx';
import { CardTiles } from '../../features/cards/components/card-tiles.tsx';
import { ClaimNotices } from '../../features/cards/components/claim-notices.tsx';
import { NoCards } from '../../features/cards/components/no-cards.tsx';
import { ReplacedCards } from '../../features/cards/components/replaced-cards.tsx';
import { CardDebts } from '../../features/debts/components/card-debts.tsx';
import { FavouritesAtHand } from '../../features/favourites/components/favourites-at-hand.tsx';
import { ActiveTickets } from '../../features/products/components/active-tickets.tsx';
import { WeeklySpend } from '../../features/trips/components/weekly-spend.tsx';
import { useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { Boundary } from '../../ui/boundary.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { DataUpTo } from '../history/data-up-to.tsx';
import style from './passenger-area.module.css';

/** Home: what is unpaid, can I travel, what did I spend. */
export function PassengerAreaScreen() {
  const t = useT();
  const query = useQuery(cardsQuery);
  return (
    <Screen title={t('nav.home')}>
      <ClaimNotices />
      <Loaded query={query} lines={8}>
        {(list) => (list.items.length === 0 ? <NoCards /> : <Overview list={list} />)}
      </Loaded>
    </Screen>
  );
}

function Overview({ list }: { list: CardList }) {
  const t = useT();
  const { items } = list;
  const last = items.find(({ id }) => id === chosenCard()) ?? items[0];
  return (
    <>
      <CardDebts cards={items} />
      <ReplacedCards cards={items} />
      <Stack as="section">
        <Row isApart className={style.head}>
          <h2>{t('home.cardsHeading')}</h2>
          <AddCardLink look="quiet" />
        </Row>
        <CardTiles cards={items} />
      </Stack>
      <Permitted to="card-products-history-table">
        <Boundary>
          <ActiveTickets />
        </Boundary>
      </Permitted>
      <Permitted to="card-favourites-table">
        <Boundary>{last && <FavouritesAtHand cardId={last.id} onlyFilled />}</Boundary>
      </Permitted>
      <Permitted to="card-trips-history-table">
        <Boundary>
          <WeeklySpend />
        </Boundary>
      </Permitted>
      <DataUpTo instant={list.dataUpTo} />
    </>
  );
}
