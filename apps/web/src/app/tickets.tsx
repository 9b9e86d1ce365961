import { ActiveTickets } from '../features/products/components/active-tickets.tsx';
import { Permitted } from '../passenger/permitted.tsx';
import { Boundary } from '../ui/boundary.tsx';

/** The tickets that can be used now, where one sees all cards (CARD-12); they fail alone. */
export function Tickets() {
  return (
    <Permitted to="card-products-history-table">
      <Boundary>
        <ActiveTickets />
      </Boundary>
    </Permitted>
  );
}
