import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ChooseCard } from './choose-card.tsx';
import { HistoryFrame } from './history-frame.tsx';
import type { HistoryKind, RecordPage } from './history-kind.ts';
import { HistoryOfCard } from './history-of-card.tsx';

/** A history: choose card and period, then the list. */
export function HistoryScreen<P extends RecordPage, R, PageKey extends QueryKey, RecordKey extends QueryKey>({
  kind,
}: {
  kind: HistoryKind<P, R, PageKey, RecordKey>;
}) {
  const params = useParams({ strict: false });
  const query = useQuery(cardsQuery);
  const cardId = 'id' in params && params.id !== undefined ? Number(params.id) : undefined;
  return (
    <Screen title={kind.title} back={cardId === undefined ? undefined : kind.back?.(cardId)}>
      <Loaded query={query} lines={8} shape="panel">
        {(list) =>
          cardId === undefined ? (
            <ChooseCard list={list} route={kind.route} search={kind.search} />
          ) : (
            <HistoryFrame
              id={cardId}
              list={list}
              route={kind.route}
              above={(card) => kind.above?.(card) ?? kind.search}
            >
              {(card, history) => <HistoryOfCard kind={kind} card={card} history={history} dataUpTo={list.dataUpTo} />}
            </HistoryFrame>
          )
        }
      </Loaded>
    </Screen>
  );
}
