import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import type { ComponentType, ReactNode } from 'react';
import type { Filter } from './history-filter.ts';

export type HistoryRoute = 'card-trips-history-table' | 'card-payments-history-table' | 'card-products-history-table';

export type RecordPage = { readonly items: readonly { readonly id: string }[]; readonly nextCursor: string | null };

/** A query that some words and values ask for; its key is its own matter. */
type Asked<Values extends unknown[], Answer, Key extends QueryKey> = (
  ...values: Values
) => UseQueryOptions<Answer, Error, Answer, Key>;

export type ListProps<P> = { page: P; cardId: number; caption: string; open: string | undefined };

type Words = { readonly title: string; readonly text: string };

/** What makes a history one of trips, payments or products; all else is the same for the three. */
export type HistoryKind<P extends RecordPage, Record, PageKey extends QueryKey, RecordKey extends QueryKey> = {
  readonly route: HistoryRoute;
  readonly title: string;
  /** Names the list of a card for those who hear the page. */
  readonly labelOf: (card: string) => string;
  readonly icon: ReactNode;
  /** Words for a card without anything at all, and for a period without anything. */
  readonly empty: { readonly atAll: Words; readonly inPeriod: Words };
  /** The next step when there is nothing at all. */
  readonly next: 'card' | 'card-trips-history-table';
  readonly pageQuery: Asked<[cardId: number, filter: Filter, language: Locale], P, PageKey>;
  readonly List: ComponentType<ListProps<P>>;
  readonly recordQuery: Asked<[cardId: number, id: string, language: Locale], Record, RecordKey>;
  readonly summary: (record: Record) => ReactNode;
  readonly details: (cardId: number, id: string) => ReactNode;
};
