import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { cursorAfter } from '../../lib/keyset.ts';

/**
 * A card that the bank has replaced has several media. Their rows lie on different nodes of a cluster, so each medium is read
 * by a separate statement, and the rows are combined here. Most cards have one medium: they cost nothing more.
 */

interface Row {
  readonly id: string;
}

interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

interface Reading<Item, Answer> {
  read(medium: OwnMedium): Promise<Answer>;
  /** The instant that the list is sorted by. */
  at(item: Item): string;
}

/** The media of a card, the newest first. */
type Media = readonly OwnMedium[];

/** One page of the rows of all media of a card. A cursor is a place in time, so it is good for each of them. */
export async function pageOf<Item extends Row>(
  media: Media,
  { limit }: { limit: number },
  reading: Reading<Item, Page<Item>>,
): Promise<Page<Item>> {
  const pages = await readEach(media, reading.read);
  const [only] = pages;
  return only !== undefined && pages.length === 1 ? only : mergePages(pages, limit, reading.at);
}

/** Puts pages of several media together: the newest rows of all, and where the next page begins. */
export function mergePages<Item extends Row>(
  pages: readonly Page<Item>[],
  limit: number,
  at: (item: Item) => string,
): Page<Item> {
  const all = pages.flatMap(({ items }) => items).sort(newestFirst(at));
  const items = all.slice(0, limit);
  const hasMore = all.length > limit || pages.some(({ nextCursor }) => nextCursor !== null);
  const last = items.at(-1);
  return { items, nextCursor: hasMore && last !== undefined ? cursorAfter(at(last), last.id) : null };
}

/** The newest rows of all media of a card. */
export async function newestOf<Item extends Row>(
  media: Media,
  limit: number,
  { read, at }: Reading<Item, Item[]>,
): Promise<Item[]> {
  const lists = await readEach(media, read);
  const [only] = lists;
  if (only !== undefined && lists.length === 1) return only;
  return lists.flat().sort(newestFirst(at)).slice(0, limit);
}

/** Asks for all media of a card at once; the answers in the order of the media. */
export async function readEach<Answer>(media: Media, read: (medium: OwnMedium) => Promise<Answer>): Promise<Answer[]> {
  return await Promise.all(media.map((medium) => read(medium)));
}

/**
 * Rows that were read of several media, each id once: a correction may move a trip or a payment from one medium to another while they are
 * read, and it must not be counted twice.
 */
export function onceEach<Item>(items: readonly Item[], idOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [idOf(item), item])).values()];
}

/** The codes that say that a medium does not have the row. */
const unknown: readonly ErrorCode[] = [
  'NWA0002',
  'NWA0037',
  'debt_not_found',
  systemCodes.product.unknown,
  systemCodes.salesPackage.unknown,
];

/** The row of the first medium that has it. @throws the error of the last medium where none has it. */
export async function ofAnyMedium<Answer>(media: Media, read: (medium: OwnMedium) => Promise<Answer>): Promise<Answer> {
  const [medium, ...others] = media;
  assertThat(medium !== undefined, systemCodes.card.unknown);
  try {
    return await read(medium);
  } catch (error) {
    const isElsewhere = error instanceof AppError && unknown.includes(error.code);
    if (!isElsewhere || others.length === 0) throw error;
    return await ofAnyMedium(others, read);
  }
}

function newestFirst<Item extends Row>(at: (item: Item) => string): (one: Item, other: Item) => number {
  // All are written in UTC, so their texts without the Z sort as the instants do, to the microsecond.
  const placeOf = (row: Item) => `${at(row).slice(0, -1)} ${row.id}`;
  return (one, other) => (placeOf(one) < placeOf(other) ? 1 : -1);
}
