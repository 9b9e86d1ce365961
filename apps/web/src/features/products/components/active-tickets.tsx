import { useQueries } from '@tanstack/react-query';
import type { Card } from '@tapfolio/contracts/cards.ts';
import { useState } from 'react';
import { traceIdOf } from '../../../lib/errors.ts';
import { useLocale, useT } from '../../../lib/i18n.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { activeTicketsQuery } from '../api/list-active-tickets.ts';
import { activeTickets } from '../choose-tickets.ts';
import { TicketList } from './ticket-list.tsx';

/** The tickets of all cards that can be used now; nothing at all when there are none. */
export function ActiveTickets({ cards }: { cards: readonly Card[] }) {
  const t = useT();
  const locale = useLocale();
  const [now] = useState(() => new Date());
  const queries = useQueries({ queries: cards.map((card) => activeTicketsQuery(card.id, locale)) });
  const failed = queries.find((query) => query.isError);
  if (failed) {
    return (
      <Panel title={t('home.ticketsHeading')}>
        <ErrorState
          title={t('home.ticketsFailed')}
          traceId={traceIdOf(failed.error)}
          onRetry={() => queries.forEach((query) => void query.refetch())}
        />
      </Panel>
    );
  }
  const bought = cards.flatMap((card, place) => {
    const page = queries[place]?.data;
    return page ? [{ cardId: card.id, cardName: card.name, page }] : [];
  });
  const tickets = activeTickets(bought, now);
  if (tickets.length === 0) return null;
  return (
    <Stack as="section">
      <h2>{t('home.ticketsHeading')}</h2>
      <Panel isFlush>
        <TicketList tickets={tickets} />
      </Panel>
    </Stack>
  );
}
