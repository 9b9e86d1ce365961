import { Suspense } from 'react';
import { loadCapTexts } from '../../../lib/i18n.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { Permitted } from '../../../passenger/permitted.tsx';
import { Boundary } from '../../../ui/boundary.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** With its texts, which only portals whose fares have caps need. */
const CapsPanel = lazyPart(async () => {
  const [{ CapsPanel: panel }] = await Promise.all([import('./caps-panel.tsx'), loadCapTexts()]);
  return panel;
});

/** What is left until travel is free: each cap of one card, or, without a card, the next cap of each card. */
export function Caps({ cardId }: { cardId?: number }) {
  return (
    <Permitted to="card-trips-history-table.caps">
      <Boundary>
        <Suspense fallback={<Skeleton lines={4} shape="panel" />}>
          <CapsPanel cardId={cardId} />
        </Suspense>
      </Boundary>
    </Permitted>
  );
}
