import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Card, CardList } from '@tapfolio/contracts/cards.ts';
import { type ReactNode, useEffect } from 'react';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { rememberCard } from '../../features/cards/chosen-card.ts';
import { CardNotFound } from '../../features/cards/components/no-cards.tsx';
import { CardDebts } from '../../features/debts/components/card-debts.tsx';
import { UnpaidFares } from '../../passenger/debts.tsx';
import { HeldBack } from '../../ui/held-back.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { CardSwitcher } from './card-switcher.tsx';
import { ChooseCard } from './choose-card.tsx';
import style from './history.module.css';
import type { HistoryKind, HistoryRoute, RecordPage } from './history-kind.ts';
import { HistoryOfCard } from './history-of-card.tsx';
import { PeriodFilter } from './period-filter.tsx';
import { PrintedHead } from './printed-head.tsx';
import { type History, useHistory } from './use-history.ts';

/** A history: which card, which period, then the list. */
export function HistoryScreen<P extends RecordPage, R, PageKey extends QueryKey, RecordKey extends QueryKey>({
  kind,
}: {
  kind: HistoryKind<P, R, PageKey, RecordKey>;
}) {
  const params = useParams({ strict: false });
  const query = useQuery(cardsQuery);
  const cardId = 'id' in params && params.id !== undefined ? Number(params.id) : undefined;
  return (
    <Screen title={kind.title}>
      <Loaded query={query} lines={8}>
        {(list) =>
          cardId === undefined ? (
            <ChooseCard list={list} route={kind.route} />
          ) : (
            <OfCard id={cardId} list={list} route={kind.route} above={kind.above}>
              {(card, history) => <HistoryOfCard kind={kind} card={card} history={history} dataUpTo={list.dataUpTo} />}
            </OfCard>
          )
        }
      </Loaded>
    </Screen>
  );
}

type OfCardProps = {
  id: number;
  list: CardList;
  route: HistoryRoute;
  above: ((card: Card) => ReactNode) | undefined;
  children: (card: Card, history: History) => ReactNode;
};

function OfCard({ id, list, route, above, children }: OfCardProps) {
  const history = useHistory();
  const card = list.items.find((item) => item.id === id);
  const isMine = card !== undefined;
  useEffect(() => {
    if (isMine) rememberCard(id);
  }, [id, isMine]);
  if (!card) return <CardNotFound />;
  return (
    <>
      <PrintedHead card={card} range={history.range} />
      <HeldBack first={<CardDebts cards={[card]} />}>
        {above?.(card)}
        <Panel className={style.filter}>
          {list.items.length > 1 && <CardSwitcher cards={list.items} chosen={card} route={route} />}
          <PeriodFilter history={history} />
        </Panel>
        <UnpaidFares card={card}>{children(card, history)}</UnpaidFares>
      </HeldBack>
    </>
  );
}
