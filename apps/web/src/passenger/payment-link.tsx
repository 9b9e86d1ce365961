import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { ReactNode } from 'react';
import { openRow } from './open-row.ts';
import { Permitted } from './permitted.tsx';

type Props = {
  cardId: number;
  payment: { id: string; openedAt: string };
  className?: string;
  children: ReactNode;
};

/** A link to one payment, opened in the history of its card; nothing for a passenger who may not see payments. */
export function PaymentLink({ cardId, payment, className, children }: Props) {
  return (
    <Permitted to="card-payments-history-table">
      <Link
        to={pathOf('card-payments-history-table')}
        params={{ id: String(cardId) }}
        search={openRow(payment.id, payment.openedAt)}
        className={className}
      >
        {children}
      </Link>
    </Permitted>
  );
}
