import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { Card } from '@tapfolio/contracts/cards.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import type { ComponentType, ReactNode } from 'react';
import type { OpenRange } from '../../ui/open-range.ts';
import type { Filter } from './history-filter.ts';

export type HistoryRoute =
  | 'card-trips-history-table'
  | 'card-payments-history-table'
  | 'card-products-history-table'
  | 'card-favourites-table';

export type RecordPage = { readonly items: readonly { readonly id: string }[]; readonly nextCursor: string | null };

/** Makes a query from some values; each kind of history has a key of its own. */
type MakeQuery<Values extends unknown[], Answer, Key extends QueryKey> = (
  ...values: Values
) => UseQueryOptions<Answer, Error, Answer, Key>;

export type ListProps<P> = { page: P; cardId: number; caption: string };

type Words = { readonly title: string; readonly text: string };

/** A history whose records can be read and shown alone, if a link names one. */
export type LinkedKind<R, RecordKey extends QueryKey> = {
  readonly recordQuery: MakeQuery<[cardId: number, id: string, language: Locale], R, RecordKey>;
  readonly summary: (record: R) => ReactNode;
  readonly details: (cardId: number, id: string) => ReactNode;
};

/** What differs between histories of trips, payments, products and packages; everything else is the same. */
export type HistoryKind<P extends RecordPage, R, PageKey extends QueryKey, RecordKey extends QueryKey> = {
  readonly route: HistoryRoute;
  readonly title: string;
  /** The name of a card's list for screen readers. */
  readonly labelOf: (card: string) => string;
  readonly icon: ReactNode;
  /** Texts for a card without any records, and for a period without records. */
  readonly empty: { readonly atAll: Words; readonly inPeriod: Words };
  /** The next step if there are no records at all. */
  readonly next: 'card' | 'card-trips-history-table';
  /** The link back to the parent of this history, above its title. */
  readonly back?: (cardId: number) => ReactNode;
  /** A search in the records of all cards, above the choice of a card. */
  readonly search?: ReactNode;
  /** What is shown above the list and its filter. */
  readonly above?: (card: Card) => ReactNode;
  /** A document of the records, beside the button that prints the list. */
  readonly document?: (range: OpenRange, cardId: number, page: NoInfer<P>) => ReactNode;
  readonly pageQuery: MakeQuery<[cardId: number, filter: Filter, language: Locale], P, PageKey>;
  readonly List: ComponentType<ListProps<P>>;
  /** The sum of the rows, as the printed page shows it. */
  readonly sum: { readonly label: string; readonly amounts: (page: NoInfer<P>) => readonly Money[] };
} & (LinkedKind<R, RecordKey> | { readonly recordQuery?: undefined });
