import type { Card, CardList } from '@tapfolio/contracts/cards.ts';
import { type ReactNode, useEffect } from 'react';
import { rememberCard } from '../../features/cards/chosen-card.ts';
import { CardNotFound } from '../../features/cards/components/no-cards.tsx';
import { CardDebts } from '../../features/debts/components/card-debts.tsx';
import { UnpaidFares } from '../../passenger/debts.tsx';
import { HeldBack } from '../../ui/held-back.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CardSwitcher } from './card-switcher.tsx';
import { useDaysOf } from './days-of-history.ts';
import style from './history.module.css';
import type { HistoryRoute } from './history-kind.ts';
import { PeriodFilter } from './period-filter.tsx';
import { PrintedHead } from './printed-head.tsx';
import { type HistoryView, useHistory } from './use-history.ts';

type Props = {
  id: number;
  list: CardList;
  route: HistoryRoute;
  above: ((card: Card) => ReactNode) | undefined;
  children: (card: Card, history: HistoryView) => ReactNode;
};

/** What surrounds the history of one card: what is unpaid, which card, which period. */
export function HistoryFrame({ id, list, route, above, children }: Props) {
  const history = useHistory();
  const days = useDaysOf(route);
  const card = list.items.find((item) => item.id === id);
  const isMine = card !== undefined;
  useEffect(() => {
    if (isMine) rememberCard(id);
  }, [id, isMine]);
  if (!card) return <CardNotFound />;
  return (
    <>
      <PrintedHead card={card} range={history.range} days={days} />
      <HeldBack first={<CardDebts cards={[card]} />}>
        {above?.(card)}
        <Panel className={style.filter}>
          {list.items.length > 1 && <CardSwitcher cards={list.items} chosen={card} route={route} />}
          <PeriodFilter history={history} days={days} />
        </Panel>
        <UnpaidFares card={card}>{children(card, history)}</UnpaidFares>
      </HeldBack>
    </>
  );
}
