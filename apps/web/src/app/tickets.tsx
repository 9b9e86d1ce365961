import { ActiveTickets } from '../features/products/components/active-tickets.tsx';
import { Permitted } from '../passenger/permitted.tsx';
import { Boundary } from '../ui/boundary.tsx';

/** The tickets that can be used now, on the screen of all cards (CARD-12); if they fail, the rest of the screen works. */
export function Tickets() {
  return (
    <Permitted to="card-products-history-table">
      <Boundary>
        <ActiveTickets />
      </Boundary>
    </Permitted>
  );
}
