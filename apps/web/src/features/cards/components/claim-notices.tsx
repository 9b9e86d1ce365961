import { Suspense } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { Boundary } from '../../../ui/boundary.tsx';
import { Coming } from '../../../ui/held-back.tsx';

const LoadedNotices = lazyPart(async () => (await import('./claim-notices-loaded.tsx')).LoadedClaimNotices);

/** Claims of cards: those of the passenger, and those of other people for a card of the passenger. Nothing if there is none. */
export function ClaimNotices({ cardId }: { cardId?: number }) {
  return (
    <Boundary>
      <Suspense fallback={<Coming />}>
        <LoadedNotices cardId={cardId} />
      </Suspense>
    </Boundary>
  );
}
