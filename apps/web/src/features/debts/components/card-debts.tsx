import type { Card } from '@tapfolio/contracts/cards.ts';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { Boundary } from '../../../ui/boundary.tsx';
import { ComingDebts } from './debt-summary.tsx';

const DebtsOfCard = lazyPart(async () => (await import('./debts-of-card.tsx')).DebtsOfCard);

/**
 * Unpaid fares: the first part of every screen that has them, each with its one button. If a card can travel again while the
 * screen is open, its fare stays on the screen, so that the passenger reads how it ended.
 */
export function CardDebts({ cards }: { cards: readonly Card[] }) {
  const [known, setKnown] = useState<ReadonlyMap<number, NonNullable<Card['debt']>>>(new Map());
  const news = cards.filter(({ id, debt }) => debt !== null && known.get(id) !== debt);
  if (news.length > 0)
    setKnown(new Map([...known, ...news.flatMap(({ id, debt }) => (debt ? [[id, debt] as const] : []))]));
  return cards.map((card) => {
    const debt = card.debt ?? known.get(card.id);
    return (
      debt && (
        <Boundary key={card.id}>
          <Suspense fallback={<ComingDebts card={card} debt={debt} />}>
            <DebtsOfCard card={card} debt={debt} />
          </Suspense>
        </Boundary>
      )
    );
  });
}
