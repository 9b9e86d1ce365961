import { useNavigate } from '@tanstack/react-router';
import type { CardOverview } from '@tapfolio/contracts/cards.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { Caps } from '../../features/caps/components/caps.tsx';
import { CardOutOfUse } from '../../features/cards/components/card-out-of-use.tsx';
import { CardTile } from '../../features/cards/components/card-tile.tsx';
import { PaidLater } from '../../features/debts/components/paid-later.tsx';
import { useStillHere } from '../../lib/use-still-here.ts';
import { UnpaidFares } from '../../passenger/debts.tsx';
import { HeldBack } from '../../ui/held-back.tsx';
import { DataUpTo } from '../history/data-up-to.tsx';
import style from './card.module.css';
import { CardNews } from './card-news.tsx';
import { CardPanel } from './card-panel.tsx';
import { LastWeek } from './last-week.tsx';

/** One card: its state, what can be done with it, and its last week (CARD-11). */
export function CardDetails({ overview }: { overview: CardOverview }) {
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  const { card } = overview;
  const handleUnlinked = (): void => {
    if (isStillHere()) void navigate({ to: pathOf('card'), replace: true });
  };
  return (
    <HeldBack first={<CardNews cards={[card]} claimsOf={card.id} />}>
      <CardOutOfUse card={card} />
      <div className={style.head}>
        <CardTile card={card} />
        <CardPanel card={card} onUnlinked={handleUnlinked} />
      </div>
      <Caps cardId={card.id} />
      <UnpaidFares card={card}>
        <LastWeek overview={overview} />
      </UnpaidFares>
      <PaidLater cardId={card.id} />
      <DataUpTo instant={overview.dataUpTo} />
    </HeldBack>
  );
}
