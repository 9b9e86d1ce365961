import { maxPageSize } from '@tapfolio/contracts/limits.ts';
import type { PageSize } from '../../ui/page-size.ts';
import type { HistorySearch } from './history-search.ts';

export const usualSize: PageSize = 20;

/** What a history requests from the server. */
export type Filter = { limit: number; from?: string; to?: string; cursor?: string };

export function filterOf({ from, to, cursor, size = usualSize }: HistorySearch): Filter {
  const limit = size === 'all' ? maxPageSize : size;
  return { limit, ...(from && { from }), ...(to && { to }), ...(cursor && { cursor }) };
}
