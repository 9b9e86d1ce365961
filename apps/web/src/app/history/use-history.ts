import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { OpenRange } from '../../ui/open-range.ts';
import type { RowsAsked } from '../../ui/opened-rows.tsx';
import type { PageSize } from '../../ui/page-size.ts';
import { isTrail, type Step, stepBack, stepForward, type Trail } from './cursor-trail.ts';
import { type Filter, filterOf, usualSize } from './history-filter.ts';
import { type HistorySearch, keptSearch, readHistorySearch } from './history-search.ts';
import { useOpenedInEntry } from './opened-in-entry.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Cursors of the pages before this one. */
    trail?: Trail;
    /** When a search on the same screen asked for the open row; a later one asks for it once more. */
    askedAt?: number;
  }
}

export type HistoryView = {
  readonly range: OpenRange;
  readonly size: PageSize;
  readonly filter: Filter;
  /** Which rows are open. When the row that a link asked for is closed, the same link opens it again. */
  readonly rows: RowsAsked;
  /** The address of the first page of the same period. */
  readonly newest: HistorySearch;
  readonly hasPrevious: boolean;
  readonly setRange: (range: OpenRange) => void;
  readonly setSize: (size: PageSize) => void;
  readonly previous: () => void;
  readonly next: (cursor: string) => void;
};

/** Filter and paging of a history, kept in the address (HIST-11); a change of either begins at the first page again. */
export function useHistory(): HistoryView {
  // The router keeps values that the check of the address has left out.
  const search = readHistorySearch(useSearch({ strict: false }));
  const { from, to, size, cursor, open } = search;
  const navigate = useNavigate();
  const state = useLocation({ select: (location) => location.state.trail });
  const askedAt = useLocation({ select: (location) => location.state.askedAt });
  const trail = isTrail(state) ? state : [];
  const go = (next: HistorySearch, nextTrail: Trail = []): void =>
    // The list itself scrolls to where it is read from.
    void navigate({ to: '.', search: next, state: { trail: nextTrail }, resetScroll: false });
  const forgetOpen = useCallback((): void => {
    const search = (now: HistorySearch): HistorySearch => {
      const rest = { ...now };
      delete rest.open;
      return rest;
    };
    void navigate({ to: '.', search, state: true, replace: true, resetScroll: false });
  }, [navigate]);
  const kept = keptSearch(search);
  const turn = ({ cursor: page, trail: nextTrail }: Step): void =>
    go({ ...kept, ...(page && { cursor: page }) }, nextTrail);
  return {
    range: { from, to },
    size: size ?? usualSize,
    filter: filterOf({ ...kept, ...(cursor && { cursor }) }),
    rows: { asked: open, askedAt, onAskedClosed: forgetOpen, remembered: useOpenedInEntry() },
    newest: kept,
    hasPrevious: cursor !== undefined,
    setRange: (range) =>
      go({ ...(range.from && { from: range.from }), ...(range.to && { to: range.to }), ...(size && { size }) }),
    setSize: (next) => go({ ...kept, size: next }),
    previous: () => turn(stepBack(trail)),
    next: (nextCursor) => turn(stepForward(trail, cursor, nextCursor)),
  };
}
