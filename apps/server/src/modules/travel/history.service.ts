import { dayMs } from '@tapfolio/domain/durations.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { addMs, earlierOf, isBefore, laterOf } from '../../lib/iso-instant.ts';
import { type Keyset, leastId } from '../../lib/keyset.ts';
import type { Db } from '../../lib/sql.ts';
import { findSeen } from './history.queries.ts';

/** A page of travel is first looked for in this number of days: that fills the page of most cards, so four months are opened instead of all. */
const recentMs = 92 * dayMs;
/** After a cursor, so that the last page of most cards needs only one statement. */
const deepRecentMs = 184 * dayMs;
/** A larger page is seldom filled by so few days. */
const mostRecentRows = 50;

export interface PageValues {
  readonly mediumId: string;
  readonly from: string;
  readonly before: string;
  readonly beforeId: string;
  readonly rows: number;
}

type FindPage<Row> = (values: PageValues) => Promise<Row[]>;

/** A page with one row more than is shown, where there is one. */
export interface PageQuestion extends Keyset {
  readonly medium: OwnMedium;
  readonly now: Date;
}

/**
 * The rows of a page of trips or payments and one more, none older than `shownFrom`. All come from one statement: the page of recent
 * days if that is full, else the page of all days on which the card was seen.
 */
export async function readPage<Row>(db: Db, find: FindPage<Row>, { medium, ...asked }: PageQuestion): Promise<Row[]> {
  const { mediumId, shownFrom } = medium;
  const question = { ...asked, mediumId, from: laterOf(asked.from, shownFrom) };
  const { from, before, beforeId, limit, now } = question;
  const values = { mediumId, before, beforeId, rows: limit + 1 };
  const recentFrom = startOfRecent(question, now, beforeId === leastId ? recentMs : deepRecentMs);
  if (recentFrom === undefined) return await find({ ...values, ...(await boundsOf(db, question)) });
  const recent = await find({ ...values, from: recentFrom });
  if (recent.length > limit || recentFrom === from) return recent;
  const bounds = await boundsOf(db, question);
  return isBefore(bounds.from, recentFrom) ? await find({ ...values, ...bounds }) : recent;
}

/** Where the recent days of a page begin; undefined where it is not worth looking at them first. */
function startOfRecent({ from, before, limit }: Keyset, now: Date, spanMs: number): string | undefined {
  const newest = earlierOf(before, now.toISOString());
  if (limit > mostRecentRows || isBefore(newest, '1971-01-01T00:00:00Z')) return undefined;
  return laterOf(addMs(newest, -spanMs), from);
}

/** The bounds of a page, narrowed to the days on which the card was seen. */
async function boundsOf(
  db: Db,
  { mediumId, from, before, beforeId }: Keyset & { readonly mediumId: string },
): Promise<Pick<PageValues, 'from' | 'before' | 'beforeId'>> {
  const seen = await readSeen(db, mediumId);
  return {
    from: laterOf(from, seen.from),
    ...(isBefore(seen.to, before) ? { before: seen.to, beforeId: leastId } : { before, beforeId }),
  };
}

/** The instants between which a card was seen; without bounds for an unknown one. */
async function readSeen(db: Db, mediumId: string): Promise<{ from: string; to: string }> {
  const [seen] = await findSeen(db, { mediumId });
  if (seen === undefined) return { from: '-infinity', to: 'infinity' };
  return { from: seen.first_seen_at, to: addMs(seen.last_seen_at, dayMs) };
}

export interface RowQuestion {
  readonly medium: OwnMedium;
  readonly id: string;
  /** About when the row began, in ISO 8601, where the caller knows. */
  readonly at: string | undefined;
}

export interface RowValues {
  readonly mediumId: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

type FindRow<Row> = (values: RowValues) => Promise<Row[]>;

/**
 * One trip or payment; undefined where it is older than `shownFrom`. It is looked for within a day of the instant that the caller
 * knows, and only if it is not there in all days of the card: the back office may have moved it since the list was read.
 */
export async function findRow<Row>(db: Db, find: FindRow<Row>, question: RowQuestion): Promise<Row | undefined> {
  const { medium, id, at } = question;
  const { mediumId, shownFrom } = medium;
  if (at !== undefined) {
    const [row] = await find({ mediumId, id, from: laterOf(addMs(at, -dayMs), shownFrom), to: addMs(at, dayMs) });
    if (row !== undefined) return row;
  }
  const { from, to } = await readSeen(db, mediumId);
  const [row] = await find({ mediumId, id, from: laterOf(from, shownFrom), to });
  return row;
}
