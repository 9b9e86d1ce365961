import { useQuery } from '@tanstack/react-query';
import type { Card } from '@tapfolio/contracts/cards.ts';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { CardActions } from '../../features/cards/components/card-actions.tsx';
import { CardFacts } from '../../features/cards/components/card-facts.tsx';
import { WorkRule } from '../../features/work-trips/components/work-rule.tsx';
import { useT } from '../../lib/i18n.ts';
import { Permitted } from '../../passenger/permitted.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import style from './card.module.css';

/** What is known about a card, what can be done with it, and whether its trips are for work. */
export function CardPanel({ card, onUnlinked }: { card: Card; onUnlinked: () => void }) {
  const t = useT();
  const { data: list } = useQuery(cardsQuery);
  return (
    <Panel title={t('cards.factsHeading')}>
      <Stack gap={5}>
        <CardFacts card={card} />
        <CardActions
          card={card}
          isLast={list?.items.every(({ id }) => id === card.id) === true}
          onUnlinked={onUnlinked}
        />
        <Permitted to="card-trips-history-table.work">
          <div className={style.choice}>
            <WorkRule cardId={card.id} />
          </div>
        </Permitted>
      </Stack>
    </Panel>
  );
}
