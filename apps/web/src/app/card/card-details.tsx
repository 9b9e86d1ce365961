import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CardOverview } from '@tapfolio/contracts/cards.ts';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { CardActions } from '../../features/cards/components/card-actions.tsx';
import { CardFacts } from '../../features/cards/components/card-facts.tsx';
import { CardOutOfUse } from '../../features/cards/components/card-out-of-use.tsx';
import { CardTile } from '../../features/cards/components/card-tile.tsx';
import { PaidLater } from '../../features/debts/components/paid-later.tsx';
import { WorkRule } from '../../features/work-trips/components/work-rule.tsx';
import { useT } from '../../lib/i18n.ts';
import { useStillHere } from '../../lib/use-still-here.ts';
import { UnpaidFares } from '../../passenger/debts.tsx';
import { Permitted } from '../../passenger/permitted.tsx';
import { HeldBack } from '../../ui/held-back.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DataUpTo } from '../history/data-up-to.tsx';
import style from './card.module.css';
import { CardNews } from './card-news.tsx';
import { LastWeek } from './last-week.tsx';

/** One card: its state, what can be done with it, and its last week (CARD-11). */
export function CardDetails({ overview }: { overview: CardOverview }) {
  const t = useT();
  const navigate = useNavigate();
  const isStillHere = useStillHere();
  const { data: list } = useQuery(cardsQuery);
  const { card } = overview;
  const handleUnlinked = (): void => {
    if (isStillHere()) void navigate({ to: pathOf('card'), replace: true });
  };
  return (
    <HeldBack first={<CardNews cards={[card]} claimsOf={card.id} />}>
      <CardOutOfUse card={card} />
      <div className={style.head}>
        <CardTile card={card} />
        <Panel title={t('cards.factsHeading')}>
          <Stack gap={5}>
            <CardFacts card={card} />
            <CardActions
              card={card}
              isLast={list?.items.every(({ id }) => id === card.id) === true}
              onUnlinked={handleUnlinked}
            />
            <Permitted to="card-trips-history-table.work">
              <WorkRule cardId={card.id} />
            </Permitted>
          </Stack>
        </Panel>
      </div>
      <UnpaidFares card={card}>
        <LastWeek overview={overview} />
      </UnpaidFares>
      <PaidLater cardId={card.id} />
      <DataUpTo instant={overview.dataUpTo} />
    </HeldBack>
  );
}
