import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useLocale } from '../../../lib/i18n.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { debtsQuery } from '../../../passenger/debts.tsx';
import { Boundary } from '../../../ui/boundary.tsx';

const PaidFares = lazyPart(async () => (await import('./paid-fares.tsx')).PaidFares);

/** The fares of a card that were unpaid once; nothing for a card without debts, which most cards are. */
export function PaidLater({ cardId }: { cardId: number }) {
  const { data } = useQuery(debtsQuery(cardId, useLocale()));
  const paid = data?.items.filter(({ state }) => state === 'ready') ?? [];
  if (paid.length === 0) return null;
  return (
    <Boundary>
      <Suspense>
        <PaidFares debts={paid} />
      </Suspense>
    </Boundary>
  );
}
