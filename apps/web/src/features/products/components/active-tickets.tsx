import { useQuery } from '@tanstack/react-query';
import { traceIdOf } from '../../../lib/errors.ts';
import { useT } from '../../../lib/i18n.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Coming } from '../../../ui/held-back.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { activeTicketsQuery } from '../api/list-active-tickets.ts';
import { TicketList } from './ticket-list.tsx';

/** The tickets of all cards that can be used now; nothing at all if there are none. */
export function ActiveTickets() {
  const t = useT();
  const { data, error, isFetching, refetch } = useQuery(activeTicketsQuery);
  if (error && data === undefined) {
    return (
      <Panel title={t('home.ticketsHeading')}>
        <ErrorState
          title={t('home.ticketsFailed')}
          traceId={traceIdOf(error)}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      </Panel>
    );
  }
  if (data === undefined) return <Coming />;
  if (data.items.length === 0) return null;
  return (
    <Stack as="section">
      <h2>{t('home.ticketsHeading')}</h2>
      <Panel isFlush>
        <TicketList tickets={data.items} />
      </Panel>
    </Stack>
  );
}
