import { Link, Navigate } from '@tanstack/react-router';
import type { CardList } from '@tapfolio/contracts/cards.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { ReactNode } from 'react';
import { chosenCard } from '../../features/cards/chosen-card.ts';
import { CardTiles } from '../../features/cards/components/card-tiles.tsx';
import { NoCards } from '../../features/cards/components/no-cards.tsx';
import { useT } from '../../lib/i18n.ts';
import { Stack } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { HistoryRoute } from './history-kind.ts';
import { type HistorySearch, keptSearch } from './history-search.ts';

type Props = {
  list: CardList;
  route: HistoryRoute;
  /** Stands above the question. */
  search: ReactNode;
};

/**
 * For an address without a card: opens the only card, or else the card that was shown last, or else asks. The history replaces this
 * page in the browser's history, so that "Back" does not lead here again.
 */
export function ChooseCard({ list, route, search }: Props) {
  const t = useT();
  const { items } = list;
  const chosen = items.length === 1 ? items[0] : items.find((card) => card.id === chosenCard());
  if (items.length === 0) return <NoCards />;
  if (chosen)
    return (
      <>
        <Skeleton lines={8} shape="panel" />
        <Navigate to={pathOf(route)} params={{ id: String(chosen.id) }} search={(now: HistorySearch) => now} replace />
      </>
    );
  return (
    <>
      {search}
      <Stack as="section">
        <h2>{t('cards.choose')}</h2>
        <CardTiles
          cards={items}
          link={(card, props) => (
            <Link to={pathOf(route)} params={{ id: String(card.id) }} search={keptSearch} replace {...props}>
              {card.name}
            </Link>
          )}
        />
      </Stack>
    </>
  );
}
