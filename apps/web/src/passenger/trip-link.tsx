import { Link } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import type { ReactNode } from 'react';
import { openRow } from './open-row.ts';
import { Permitted } from './permitted.tsx';

type Props = {
  trip: { cardId: number; tripId: string; at: string };
  className?: string;
  children: ReactNode;
};

/** A link to one trip, opened in the history of its card; nothing for a passenger who may not see trips. */
export function TripLink({ trip: { cardId, tripId, at }, className, children }: Props) {
  return (
    <Permitted to="card-trips-history-table">
      <Link
        to={pathOf('card-trips-history-table')}
        params={{ id: String(cardId) }}
        search={openRow(tripId, at)}
        className={className}
      >
        {children}
      </Link>
    </Permitted>
  );
}
