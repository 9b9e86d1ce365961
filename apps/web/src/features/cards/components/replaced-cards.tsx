import type { Card } from '@tapfolio/contracts/cards.ts';
import { lazy, Suspense } from 'react';
import { Boundary } from '../../../ui/boundary.tsx';
import { Coming } from '../../../ui/held-back.tsx';

const ReplacedCard = lazy(async () => ({ default: (await import('./replaced-card.tsx')).ReplacedCard }));

/** Cards that the bank has replaced: for each, the passenger can continue with the new one. */
export function ReplacedCards({ cards }: { cards: readonly Card[] }) {
  return cards.map(
    (card) =>
      card.replacement !== null && (
        <Boundary key={card.replacement.id}>
          <Suspense fallback={<Coming />}>
            <ReplacedCard card={card} replacement={card.replacement} />
          </Suspense>
        </Boundary>
      ),
  );
}
