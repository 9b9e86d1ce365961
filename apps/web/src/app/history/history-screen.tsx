import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import type { Card, CardList } from '@tapfolio/contracts/cards.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { type ReactNode, useEffect } from 'react';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { chosenCard, rememberCard } from '../../features/cards/chosen-card.ts';
import { CardTiles } from '../../features/cards/components/card-tiles.tsx';
import { DebtAlerts } from '../../features/cards/components/debt-alerts.tsx';
import { CardNotFound, NoCards } from '../../features/cards/components/no-cards.tsx';
import { useT } from '../../lib/i18n.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Select } from '../../ui/select.tsx';
import style from './history.module.css';
import { PeriodFilter } from './period-filter.tsx';
import { type History, useHistory } from './use-history.ts';

export type HistoryRoute = 'card-trips-history-table' | 'card-payments-history-table' | 'card-products-history-table';

export type Scope = { readonly card: Card; readonly dataUpTo: string | null; readonly history: History };

type Props = { title: string; route: HistoryRoute; children: (scope: Scope) => ReactNode };

/** The frame of the three histories: which card, which period, then the list. */
export function HistoryScreen({ title, route, children }: Props) {
  const params = useParams({ strict: false });
  const query = useQuery(cardsQuery);
  return (
    <Screen title={title}>
      <Loaded query={query} lines={8}>
        {(list) =>
          'id' in params && params.id !== undefined ? (
            <OfCard id={Number(params.id)} list={list} route={route}>
              {children}
            </OfCard>
          ) : (
            <ChooseCard list={list} route={route} />
          )
        }
      </Loaded>
    </Screen>
  );
}

/** Without a card in the address: the only one, else the one looked at last, else ask. */
function ChooseCard({ list, route }: { list: CardList; route: HistoryRoute }) {
  const t = useT();
  const { items } = list;
  const chosen = items.length === 1 ? items[0] : items.find((card) => card.id === chosenCard());
  if (items.length === 0) return <NoCards />;
  if (chosen) return <Navigate to={pathOf(route)} params={{ id: String(chosen.id) }} replace />;
  return (
    <section className={style.choose}>
      <h2>{t('cards.choose')}</h2>
      <CardTiles
        cards={items}
        link={(card, props) => (
          <Link to={pathOf(route)} params={{ id: String(card.id) }} {...props}>
            {card.name}
          </Link>
        )}
      />
    </section>
  );
}

type OfCardProps = Omit<Props, 'title'> & { id: number; list: CardList };

function OfCard({ id, list, route, children }: OfCardProps) {
  const history = useHistory();
  const card = list.items.find((item) => item.id === id);
  const isMine = card !== undefined;
  useEffect(() => {
    if (isMine) rememberCard(id);
  }, [id, isMine]);
  if (!card) return <CardNotFound />;
  return (
    <>
      <DebtAlerts cards={[card]} hasLink={route !== 'card-payments-history-table'} />
      <Panel className={style.filter}>
        {list.items.length > 1 && <CardSwitcher cards={list.items} chosen={id} route={route} />}
        <PeriodFilter history={history} />
      </Panel>
      {children({ card, dataUpTo: list.dataUpTo, history })}
    </>
  );
}

function CardSwitcher({ cards, chosen, route }: { cards: readonly Card[]; chosen: number; route: HistoryRoute }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Select
      label={t('cards.chosen')}
      value={String(chosen)}
      options={cards.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(event) => void navigate({ to: pathOf(route), params: { id: event.target.value } })}
    />
  );
}
