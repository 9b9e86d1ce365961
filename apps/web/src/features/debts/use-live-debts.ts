import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DebtChange, DebtList } from '@tapfolio/contracts/debts.ts';
import { useEffect, useState } from 'react';
import { openStream } from '../../lib/api-client.ts';
import { useLocale } from '../../lib/i18n.ts';
import { debtsQuery } from '../../passenger/debts.tsx';
import { cardKey } from '../../passenger/query-keys.ts';
import { askAgainMs, restingMs } from './moving.ts';
import { reloadCard } from './reload-card.ts';

/**
 * The current unpaid fares of a card: the server reports each change. If its stream does not get through, the
 * page asks again and again.
 */
export function useLiveDebts(cardId: number): UseQueryResult<DebtList> {
  const isLive = useStream(cardId);
  return useQuery({
    ...debtsQuery(cardId, useLocale()),
    refetchInterval: ({ state: { data } }) =>
      askAgainMs(data?.items ?? [], { isLive, atRest: isLive ? false : restingMs }),
  });
}

/** Reloads the data of the card whenever its stream reports a change. Returns whether the stream is open. */
function useStream(cardId: number): boolean {
  const queries = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const stream = openStream('watchDebts', { params: { cardId } });
    stream.addEventListener('open', () => setLive(true));
    // The stream is lost, or the server ended it: the browser connects again by itself; until then the page asks.
    stream.addEventListener('error', () => setLive(false));
    const heard = new Set<string>();
    stream.addEventListener('debt', ({ data }) => {
      const change: DebtChange = JSON.parse(data);
      const isFirst = !heard.has(change.paymentId);
      heard.add(change.paymentId);
      if (isFirst && isKnown(queries, cardId, change)) return;
      reloadCard(queries, cardId);
    });
    return () => stream.close();
  }, [cardId, queries]);
  return isLive;
}

/** A stream begins with the state of every fare. True if the page has that state already. */
function isKnown(queries: QueryClient, cardId: number, { paymentId, state, stateAt }: DebtChange): boolean {
  const lists = queries.getQueriesData<DebtList>({ queryKey: [...cardKey(cardId), 'debts'] });
  return lists.some(([, list]) =>
    list?.items.some((debt) => debt.paymentId === paymentId && debt.state === state && debt.stateAt === stateAt),
  );
}
