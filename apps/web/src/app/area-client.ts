import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { cardsKey } from '../passenger/query-keys.ts';
import { onSession, sessionUser } from '../passenger/session.ts';

/** The server was not reached, or could not answer at that moment. */
const isUnreached = (error: Error): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502);

/** Retries a call that may succeed the next time. A refusal is not retried, nor is a call that took too long. */
function mayRetry(failures: number, error: Error): boolean {
  if (!navigator.onLine) return false;
  const isPassing = !(error instanceof ApiError) || isUnreached(error);
  return isPassing && failures < 2 && !(error instanceof ApiError && error.details.isLate === true);
}

/** The card of the screen is no longer linked, for example because another tab has unlinked it: the list of cards is out of date. */
const isOfGoneCard = (error: Error): boolean => error instanceof ApiError && error.code === 'TM0108';

/**
 * Without a network a call fails at once with a message. By default the library would wait silently, and later carry out what the
 * passenger had confirmed in a tunnel.
 */
function makeClient(): QueryClient {
  const unreached = new Set<string>();
  const made = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryHash }) => {
        if (isOfGoneCard(error)) void made.invalidateQueries({ queryKey: cardsKey, exact: true });
        if (isUnreached(error)) unreached.add(queryHash);
      },
      // The first part of a screen that reaches the server again takes the others along: no part says that it cannot be reached then.
      onSuccess: (_, { queryHash }) => {
        if (!unreached.delete(queryHash)) return;
        const predicate = (query: Query) => query.state.status === 'error' && unreached.has(query.queryHash);
        void made.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false });
      },
    }),
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 15_000, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  });
  return made;
}

let client: QueryClient | undefined;
let shown: QueryClient | undefined;
/** The address of the passenger who was signed in last. */
let owner = sessionUser()?.email;

/** The cache of the passenger's data; each session and each passenger has their own. */
export function areaClient(): QueryClient {
  client ??= makeClient();
  return client;
}

onSession(() => {
  const before = owner;
  owner = sessionUser()?.email;
  if (before === undefined || owner === before) return;
  // A screen that still shows the data would request them again if they were removed now.
  if (client !== shown) client?.clear();
  client = undefined;
});

/** The data for the screens below; after the session each is removed as soon as no screen shows it. */
export function useAreaClient(): QueryClient {
  const [own] = useState(areaClient);
  useEffect(() => {
    shown = own;
    return () => {
      shown = undefined;
      if (own !== client) own.clear();
    };
  }, [own]);
  return own;
}
