import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import { askedInstant, type HistoryQuery } from '@tapfolio/contracts/shared.ts';
import { assertThat } from './assert-that.ts';
import { isoInstant } from './iso-instant.ts';

/** Bounds of one page, newest first: rows from `from` on that sort before (`before`, `beforeId`). */
export interface Keyset {
  from: string;
  before: string;
  beforeId: string;
  limit: number;
}

/** Sorts before every id: a list that is read in the order of ids begins after it, and a page without a cursor ends right before its `before`. */
export const leastId = '00000000-0000-0000-0000-000000000000';

const cursorPattern =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z),([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/**
 * The page that a history query asks for. Bounds that are not given are infinite, so that one prepared statement serves
 * every filter and partitions outside are still skipped.
 * @throws AppError `TM0203` when the server did not make the cursor.
 */
export function readKeyset(query: HistoryQuery): Keyset {
  const bounds = { from: query.from ?? '-infinity', limit: query.limit };
  if (query.cursor === undefined) return { ...bounds, before: query.to ?? 'infinity', beforeId: leastId };
  const { at: before, id: beforeId } = readCursor(query.cursor);
  return { ...bounds, before, beforeId };
}

/** The row after which a page begins. @throws AppError `TM0203` when the server did not make the cursor. */
export function readCursor(cursor: string): { at: string; id: string } {
  const match = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  const [, at, id] = match ?? [];
  assertThat(at !== undefined && id !== undefined, systemCodes.listPosition.invalid);
  assertThat(askedInstant.safeParse(at).success, systemCodes.listPosition.invalid);
  return { at, id };
}

/** The cursor of the page that begins after this row: opaque, and read by {@link readKeyset}. `time` is ISO 8601. */
export function cursorAfter(time: string, id: string): string {
  return Buffer.from(`${time},${id}`).toString('base64url');
}

/**
 * The rows that a page shows, of those that were read for it: one more than the page has, where there is one. With them the cursor of the
 * next page, null on the last one. `keyOf` says by which instant, as the database writes it, and by which id the rows are sorted.
 */
export function cutPage<Row>(
  rows: readonly Row[],
  { limit }: Pick<Keyset, 'limit'>,
  keyOf: (row: Row) => { readonly at: string; readonly id: string },
): { shown: readonly Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length <= limit || last === undefined) return { shown, nextCursor: null };
  const { at, id } = keyOf(last);
  return { shown, nextCursor: cursorAfter(isoInstant(at), id) };
}
