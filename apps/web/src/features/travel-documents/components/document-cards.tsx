import type { Card } from '@tapfolio/contracts/cards.ts';
import { type LazyText, useT } from '../../../lib/i18n.ts';
import { CardNumber } from '../../../passenger/card-number.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx';
import { boxOf } from '../document-check.ts';

export type DocumentCard = Pick<Card, 'id' | 'name' | 'lastFour'>;

type Props = {
  cards: readonly DocumentCard[];
  /** The card that is ticked; undefined for all. */
  chosen: number | undefined;
  error: LazyText | undefined;
};

/** A box for each card. */
export function DocumentCards({ cards, chosen, error }: Props) {
  const t = useT();
  return (
    <CheckboxGroup label={t('nav.cards')} error={error}>
      {cards.map(({ id, name, lastFour }) => (
        <Checkbox
          key={id}
          name={boxOf(id)}
          defaultChecked={chosen === undefined || chosen === id}
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
