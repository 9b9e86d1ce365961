import type { Card } from '@tapfolio/contracts/cards.ts';
import { Suspense } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { Boundary } from '../../../ui/boundary.tsx';
import { Coming } from '../../../ui/held-back.tsx';

const ReplacedCard = lazyPart(async () => (await import('./replaced-card.tsx')).ReplacedCard);

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
