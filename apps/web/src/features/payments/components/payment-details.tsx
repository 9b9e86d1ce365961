import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useLocale } from '../../../lib/i18n.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { paymentQuery } from '../../../passenger/payment-query.ts';
import { Boundary } from '../../../ui/boundary.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { AskAboutPayment } from './payment-view.tsx';

const loadView = () => import('./payment-view.tsx');
const PaymentView = lazyPart(async () => (await loadView()).PaymentView);

type Props = { cardId: number; paymentId: string; at?: string; ask: AskAboutPayment };

/** What opens under a payment. Its script is loaded together with its data, because the list of payments does not need it. */
export function PaymentDetails({ cardId, paymentId, at, ask }: Props) {
  const query = useQuery(paymentQuery(cardId, paymentId, useLocale(), at));
  useEffect(() => {
    // The view reports a failure when it is shown.
    loadView().catch(() => undefined);
  }, []);
  return (
    <Loaded query={query} lines={6}>
      {(payment) => (
        <Boundary>
          <Suspense fallback={<Skeleton lines={6} />}>
            <PaymentView cardId={cardId} payment={payment} ask={ask} />
          </Suspense>
        </Boundary>
      )}
    </Loaded>
  );
}
