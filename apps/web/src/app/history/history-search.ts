import { type PageSize, toPageSize } from '../../ui/page-size.ts';

/** What the address of a history contains: the filter, the page and the open row (HIST-11). */
export type HistorySearch = {
  /** Instants in ISO 8601 UTC; `from` inclusive, `to` exclusive. */
  from?: string;
  to?: string;
  size?: PageSize;
  cursor?: string;
  /** The row whose details are open. */
  open?: string;
};

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z$/;
const minuteLength = 'YYYY-MM-DDTHH:MM'.length;
const token = /^[\w-]{1,200}$/;

function text(value: unknown, shape: RegExp): string | undefined {
  return typeof value === 'string' && shape.test(value) ? value : undefined;
}

/** The database has no year 0 and no 30 February: a day that does not exist would be read as another day. */
function instantOf(value: unknown): string | undefined {
  const read = text(value, instant);
  if (read === undefined || read.startsWith('0000') || Number.isNaN(Date.parse(read))) return undefined;
  return new Date(read).toISOString().slice(0, minuteLength) === read.slice(0, minuteLength) ? read : undefined;
}

/** Reads the address. It leaves out invalid values, because a person may have typed the address. */
export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const from = instantOf(search.from);
  const to = instantOf(search.to);
  const size = toPageSize(search.size);
  const cursor = text(search.cursor, /^[\w.~=-]{1,200}$/);
  const open = text(search.open, token);
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(size && { size }),
    ...(cursor && { cursor }),
    ...(open && { open }),
  };
}

/** What stays the same on another page or for another card: the period and the rows per page. */
export function keptSearch({ from, to, size }: HistorySearch): HistorySearch {
  return { ...(from && { from }), ...(to && { to }), ...(size && { size }) };
}
