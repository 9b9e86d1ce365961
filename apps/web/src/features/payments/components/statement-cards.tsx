import type { Card } from '@tapfolio/contracts/cards.ts';
import { type LazyText, useT } from '../../../lib/i18n.ts';
import { CardNumber } from '../../../passenger/card-number.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx';
import { boxOf } from '../statement-check.ts';

export type StatementCard = Pick<Card, 'id' | 'name' | 'lastFour'>;

/** A box for each card, all of them ticked. */
export function StatementCards({ cards, error }: { cards: readonly StatementCard[]; error: LazyText | undefined }) {
  const t = useT();
  return (
    <CheckboxGroup label={t('nav.cards')} error={error}>
      {cards.map(({ id, name, lastFour }) => (
        <Checkbox
          key={id}
          name={boxOf(id)}
          defaultChecked
          label={
            <>
              <bdi>{name}</bdi> {lastFour !== null && <CardNumber lastFour={lastFour} />}
            </>
          }
        />
      ))}
    </CheckboxGroup>
  );
}
